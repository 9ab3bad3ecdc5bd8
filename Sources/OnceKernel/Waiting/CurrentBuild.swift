/// What runs on the calling thread: its synchronous builds, and what the container knows of the innermost run.
///
/// A run is one call of a factory, with its decorators, or of an injector. A shared value's run is also a build, with an attempt; a transient's
/// has only what the container knows of it, its context. This is how code that captured a container is recognized.
@usableFromInline
package enum CurrentBuild {
  /// The innermost build on this thread that is not over; looked at on the miss path only.
  ///
  /// A build can be over while its factory still runs, when another member of its injection group failed: then the next one outwards is what
  /// really waits.
  package static var onThisThread: Attempt? { onThread(of: Threads.current) }

  /// The innermost build on this thread that is not over.
  ///
  /// - Parameter record: the calling thread's.
  package static func onThread(of record: UnsafeMutablePointer<ThreadRecord>) -> Attempt? {
    var next = record.pointee.current
    while let attempt = next?.takeUnretainedValue() {  // kept by its run, as all of them
      if attempt.mayAsk { return attempt }
      next = attempt.outerOnThread
    }
    return nil
  }

  /// Whether some build whose code runs on this thread is such a one, innermost first.
  package static func contains(where isOne: (Attempt) -> Bool) -> Bool {
    var next = Threads.record(Threads.key).pointee.current
    while let attempt = next?.takeUnretainedValue() {  // kept by its run
      if isOne(attempt) { return true }
      next = attempt.outerOnThread
    }
    return false
  }

  /// The builds whose code is on the calling thread and of which nothing else says that they wait when `build` parks there: that may be the build of a
  /// task which began on this thread, inside their code.
  ///
  /// Guard: the caller holds `BuildLock.lock`.
  ///
  /// - Parameter record: the calling thread's.
  static func blocked(with build: Attempt?, on record: UnsafeMutablePointer<ThreadRecord>) -> [Attempt] {
    var found: [Attempt] = []
    var inner = build
    var next = record.pointee.current
    while let attempt = next?.takeUnretainedValue() {  // kept by its run
      let isKnown = attempt === inner || inner?.requester === attempt
      if !isKnown, attempt.mayAsk, !attempt.isInjected { found.append(attempt) }
      inner = attempt
      next = attempt.outerOnThread
    }
    return found
  }

  /// Runs synchronous code as the work of `attempt` on this thread.
  ///
  /// - Parameters:
  ///   - record: the calling thread's.
  ///   - context: what the container knows of the run, which the caller keeps until this returns; see `innermostRun(on:)`.
  ///   - depth: how many runs are nested in each other, this one included.
  ///   - failing: the error of a run whose context was replaced.
  @inlinable @inline(__always)
  package static func run<Result, Failure: Error>(
    _ attempt: Attempt, on record: UnsafeMutablePointer<ThreadRecord>, context: Unmanaged<AnyObject>?, depth: Int,
    failing: @autoclosure () -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    HeldLocks.expectNone()
    let outer = Outer(record)
    outer.set(attempt, context, depth)
    defer { outer.restore(context) }
    let result = try body()
    if outer.isReplaced(context) { throw failing() }
    return result
  }

  /// Runs synchronous code that is no build of its own: a transient's.
  ///
  /// - Parameter guest: what runs, if the context is that of the code that asked for it; the caller keeps it until this returns.
  @inlinable @inline(__always)
  package static func run<Result, Failure: Error>(
    context: AnyObject?, guest: AnyObject? = nil, depth: Int, failing: @autoclosure () -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    HeldLocks.expectNone()
    let outer = Outer(Threads.record(Threads.key))
    outer.set(Outer.word(of: context), Outer.word(of: guest), depth)
    defer { outer.restore(Outer.word(of: context)) }
    let result = try body()
    if outer.isReplaced(Outer.word(of: context)) { throw failing() }
    return result
  }

  /// What is on a thread's record outside a run, to be put back at its end.
  @usableFromInline
  struct Outer {
    let record: UnsafeMutablePointer<ThreadRecord>
    let current: Unmanaged<Attempt>?
    let context: Unmanaged<AnyObject>?
    let guest: Unmanaged<AnyObject>?
    let task: RunningTask
    let depth: Int

    @usableFromInline
    init(_ record: UnsafeMutablePointer<ThreadRecord>) {
      self.record = record
      (current, context, depth) = (record.pointee.current, record.pointee.context, record.pointee.depth)
      (guest, task) = (record.pointee.guest, record.pointee.task)
    }

    /// Not retained: the caller of `run` keeps the context.
    @usableFromInline
    static func word(of context: AnyObject?) -> Unmanaged<AnyObject>? { context.map { .passUnretained($0) } }

    /// The caller keeps what it hands over until `restore`.
    @usableFromInline
    func set(_ attempt: Attempt, _ context: Unmanaged<AnyObject>?, _ depth: Int) {
      // A build's injector runs after its factory, never inside it.
      attempt.outerOnThread = current
      record.pointee.current = .passUnretained(attempt)  // the caller keeps it
      set(context, nil, depth)
    }

    @usableFromInline
    func set(_ context: Unmanaged<AnyObject>?, _ guest: Unmanaged<AnyObject>?, _ depth: Int) {
      record.pointee.context = context
      record.pointee.guest = guest
      record.pointee.task = .here
      record.pointee.depth = depth
    }

    @usableFromInline
    func isReplaced(_ own: Unmanaged<AnyObject>?) -> Bool {
      record.pointee.context?.toOpaque() != own?.toOpaque()  // compared only
    }

    @usableFromInline
    func restore(_ own: Unmanaged<AnyObject>?) {
      if isReplaced(own) { record.pointee.context?.release() }  // balances `replaceContext`
      (record.pointee.current, record.pointee.context, record.pointee.depth) = (current, context, depth)
      (record.pointee.guest, record.pointee.task) = (guest, task)
    }
  }

  /// Releases what replaced the innermost run's context, if anything did.
  @usableFromInline
  package static func releaseReplacement(of own: Unmanaged<AnyObject>, on record: UnsafeMutablePointer<ThreadRecord>) {
    let last = record.pointee.context
    if last?.toOpaque() != own.toOpaque() { last?.release() }  // compared only; balances `replaceContext`
  }

  /// What the container knows of the innermost run on the calling thread, nil outside every run; and how many runs are nested in each other there.
  /// The run of a transient that is made on the fast path is not counted.
  ///
  /// - Parameter record: the calling thread's.
  package static func innermostRun(on record: UnsafeMutablePointer<ThreadRecord>) -> (context: AnyObject?, depth: Int) {
    (record.pointee.context?.takeUnretainedValue(), record.pointee.depth)  // kept by its run
  }

  /// Whether the calling task runs the innermost run's code, asked inside a run on its thread, whose record this is.
  ///
  /// What synchronous code begins with `Task.immediate` runs on that thread too, inside the run, until it first suspends: it is another task. In a
  /// transient that is made in passing it is taken for the run's own.
  package static func isOfTaskHere(_ record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    // The run's code goes on, so its task is not freed.
    Mutant.immediateIsFactory.isActive || record.pointee.task == .unasked || record.pointee.task == .here
  }

  /// The context of the innermost code on the calling thread, whose record this is, if that is the code of a transient which is made in passing,
  /// outside every build.
  package static func inPassing(on record: UnsafeMutablePointer<ThreadRecord>) -> AnyObject? {
    guard record.pointee.task == .unasked, record.pointee.current == nil else { return nil }
    return record.pointee.context?.takeUnretainedValue()  // kept by its run
  }

  /// What runs on the calling thread, whose record this is, with the context of the code that asked for it, and that context.
  package static func guest(on record: UnsafeMutablePointer<ThreadRecord>) -> (guest: AnyObject, context: AnyObject)? {
    // Both are kept by their runs.
    guard let guest = record.pointee.guest, let context = record.pointee.context else { return nil }
    return (guest.takeUnretainedValue(), context.takeUnretainedValue())
  }

  /// Puts a context in the place of the innermost run's own until that run's code returns. Once for each run, and only inside one.
  package static func replaceContext(with context: AnyObject) {
    // Retained until the run is left.
    Threads.record(Threads.key).pointee.context = Unmanaged.passRetained(context)
  }

  /// Counts runs that are nested otherwise than by a resolver, while `body` runs.
  package static func atDepth<Result, Failure: Error>(_ depth: Int, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let record = Threads.record(Threads.key)
    let outer = record.pointee.depth
    record.pointee.depth = depth
    defer { record.pointee.depth = outer }
    return try body()
  }
}

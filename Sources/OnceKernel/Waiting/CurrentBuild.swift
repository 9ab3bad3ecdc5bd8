/// The build whose synchronous factory runs on the calling thread: how a factory that captured the container is recognized.
@usableFromInline
package enum CurrentBuild {
  /// One synchronous factory that runs on a thread, on that thread's stack.
  @usableFromInline
  struct Frame {
    let attempt: Unmanaged<Attempt>
    let outer: UnsafeMutablePointer<Frame>?

    @usableFromInline
    init(attempt: Unmanaged<Attempt>, outer: UnsafeMutablePointer<Frame>?) {
      self.attempt = attempt
      self.outer = outer
    }
  }

  /// The innermost build on this thread that is not over; looked at on the miss path only.
  ///
  /// A build can be over while its factory still runs, when another member of its injection group failed: then the next one outwards is what
  /// really waits.
  package static var onThisThread: Attempt? {
    var next = Threads.record(Threads.key).pointee.current
    while let frame = next?.pointee {
      let attempt = frame.attempt.takeUnretainedValue()
      if !attempt.isOver { return attempt }
      next = frame.outer
    }
    return nil
  }

  /// Runs a synchronous factory as the work of `attempt`, which belongs to `owner`, on this thread.
  @inlinable @inline(__always)
  package static func run<Result, Failure: Error>(
    _ attempt: Attempt, owner: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let record = Threads.record(Threads.key)
    let outer = (record.pointee.current, record.pointee.owner)
    // Balanced by the scope: both outlive this call, and the outer values are put back before it returns.
    var frame = Frame(attempt: Unmanaged.passUnretained(attempt), outer: outer.0)
    record.pointee.owner = Unmanaged.passUnretained(owner)  // as above
    defer { (record.pointee.current, record.pointee.owner) = outer }
    return try withUnsafeMutablePointer(to: &frame) { frame throws(Failure) in
      record.pointee.current = frame
      return try body()
    }
  }

  /// Runs a synchronous factory of `owner` that is nobody's build.
  @inlinable @inline(__always)
  package static func run<Result, Failure: Error>(owner: AnyObject, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let record = Threads.record(Threads.key)
    let outer = record.pointee.owner
    record.pointee.owner = Unmanaged.passUnretained(owner)  // balanced by the scope, as above
    defer { record.pointee.owner = outer }
    return try body()
  }

  /// The owner of the innermost synchronous factory on this thread.
  package static var ownerOnThisThread: AnyObject? {
    Threads.record(Threads.key).pointee.owner?.takeUnretainedValue()
  }
}

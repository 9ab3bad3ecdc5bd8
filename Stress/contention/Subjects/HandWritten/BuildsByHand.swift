import Dispatch

// How the registries by hand that keep a container's records build a value: once, with no lock held.
//
// Other callers of the same key wait, and those of other keys do not. It is known which build asked for a build and which one waits for which, so that a
// cycle is an error on any number of threads; what each factory asked for; the builds in flight and since when; and in which order values were done.
// A factory gets a resolver and can throw: then all its callers get an error with the path, and the next caller builds anew.

/// What is registered under a key, with its value. The lock of the builds guards what changes.
protocol EntryByHand: AnyObject, Sendable {
  var named: NamedKey { get }
  var factory: any Table.Held { get }
  /// The call of the factory that is under way.
  var build: BuildByHand<Self>? { get set }
  /// When its value was done, among all that were; 0 before.
  var doneAs: Int { get set }
  /// What its factory asked for.
  var needs: Set<NamedKey> { get set }

  /// The box of its value; nil before it is built.
  var box: AnyObject? { get }
  func fill(_ box: any Table.Held)
}

struct FailureByHand: Error {
  /// From what the caller asked for to what failed.
  let path: [NamedKey]
  /// What a factory threw; nil for a cycle, for what is not registered, and after the end.
  let cause: (any Error)?
}

/// One call of a factory. Guard of the variables: the lock of the builds.
final class BuildByHand<Entry: EntryByHand>: @unchecked Sendable {  // unchecked: see above
  let entry: Entry
  /// The build that asked for it.
  let requester: BuildByHand?
  let began = DispatchTime.now().uptimeNanoseconds
  fileprivate var waitsFor: BuildByHand?
  fileprivate var waiting: [DispatchSemaphore] = []
  fileprivate var failure: FailureByHand?
  /// Neighbours among the builds in flight, which their threads keep.
  fileprivate unowned(unsafe) var newer: BuildByHand?
  fileprivate unowned(unsafe) var older: BuildByHand?

  fileprivate init(_ entry: Entry, for requester: BuildByHand?) { (self.entry, self.requester) = (entry, requester) }

  /// From the outermost build to this one.
  var path: [NamedKey] { (requester?.path ?? []) + [entry.named] }
}

/// The builds under one lock, which guards all of it.
struct BuildsByHand<Entry: EntryByHand> {
  typealias Build = BuildByHand<Entry>

  enum Step {
    case take(AnyObject)
    case build(Build)
    case wait(DispatchSemaphore, Build)
    case cycle(Build)
  }

  private var done = 0
  private unowned(unsafe) var newest: Build?

  /// What a caller does next.
  mutating func step(_ entry: Entry, for requester: Build?) -> Step {
    requester?.waitsFor = nil
    requester?.entry.needs.insert(entry.named)
    if let box = entry.box { return .take(box) }
    guard let build = entry.build else {
      let build = Build(entry, for: requester)
      entry.build = build
      requester?.waitsFor = build
      enter(build)
      return .build(build)
    }
    // From the build that is asked for through what each waits for.
    var next: Build? = build
    while let met = next {
      if met === requester { return .cycle(met) }
      next = met.waitsFor
    }
    let semaphore = DispatchSemaphore(value: 0)
    requester?.waitsFor = build
    build.waiting.append(semaphore)
    return .wait(semaphore, build)
  }

  /// Ends a build; answers those that wait for it.
  mutating func end<T>(_ build: Build, _ result: Result<InstanceBox<T>, FailureByHand>) -> [DispatchSemaphore] {
    switch result {
    case .success(let box):
      done += 1
      build.entry.doneAs = done
      build.entry.fill(box)
    case .failure(let failure): build.failure = failure
    }
    build.entry.build = nil
    if let newer = build.newer { newer.older = build.older } else { newest = build.older }
    build.older?.newer = build.newer
    return build.waiting
  }

  private mutating func enter(_ build: Build) {
    build.older = newest
    newest?.newer = build
    newest = build
  }
}

/// A registry that builds its values so.
protocol BuilderByHand: AnyObject, Sendable {
  associatedtype Entry: EntryByHand
  /// What a factory resolves with.
  associatedtype Resolver

  /// The build whose factory runs on the calling thread. Nothing else is kept in it.
  static var current: ThreadSlot { get }

  func resolver(for build: BuildByHand<Entry>) -> Resolver
  func withBuilds<Result>(_ body: (inout BuildsByHand<Entry>) -> Result) -> Result
}

extension BuilderByHand {
  typealias Build = BuildByHand<Entry>

  /// The box of a value, which is built if it is not there.
  ///
  /// - Parameters:
  ///   - build: whose factory asks, if it asks with its resolver.
  ///   - step: what comes next for a build that asks.
  func box<T: Sendable>(
    of type: T.Type, _ key: NamedKey, for build: Build?, _ step: (Build?) -> BuildsByHand<Entry>.Step
  ) throws(FailureByHand) -> AnyObject {
    // Nothing else is kept in the slot.
    let requester = build ?? Self.current.object.map { unsafeDowncast($0, to: Build.self) }
    while true {
      switch step(requester) {
      case .take(let box): return box
      case .wait(let semaphore, let build):
        semaphore.wait()
        if let failure = withBuilds({ _ in build.failure }) { throw failure }
      case .cycle(let build): throw FailureByHand(path: build.path + [key], cause: nil)
      case .build(let build): return try run(build, type)
      }
    }
  }

  private func run<T: Sendable>(_ build: Build, _ type: T.Type) throws(FailureByHand) -> AnyObject {
    let outer = Self.current.swap(build)
    let result: Result<InstanceBox<T>, FailureByHand>
    do {
      // Stored under T's keys.
      let factory = unsafeDowncast(build.entry.factory, to: ThrowingFactory<Resolver, T>.self)
      result = .success(InstanceBox(try factory.make(resolver(for: build))))
    } catch {
      result = .failure(error as? FailureByHand ?? FailureByHand(path: build.path, cause: error))
    }
    _ = Self.current.swap(outer)
    for semaphore in withBuilds({ $0.end(build, result) }) { semaphore.signal() }
    return try result.get()
  }
}

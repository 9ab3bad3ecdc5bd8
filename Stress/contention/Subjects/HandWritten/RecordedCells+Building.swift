import Dispatch
import Synchronization

// What recorded cells promise of a build: the least that the first resolve costs with it.
//
// A value is built once, with no lock held; other callers of the same key wait, and those of other keys do not. All builds share one lock, as a cycle
// may cross containers. It is known which build asked for a build and which one waits for which, so that a cycle is an error on any number of threads;
// what each factory asked for; the builds in flight and since when; and in which order values were done, as they would be disposed of the other way
// round. A factory gets a resolver and can throw: then all its callers get an error with the path, and the next caller builds anew. A shutdown would
// wait for the builds in flight, and a late one is refused. What is not here: scopes, layers, parents, asynchronous factories, injectors, disposers, a
// limit to nesting, requests through a container that a factory captured, resolvers that outlive their factory.
extension RecordedCells {
  struct Failure: Error {
    /// From what the caller asked for to what failed.
    let path: [NamedKey]
    /// What a factory threw; nil for a cycle, for what is not registered, and after the end.
    let cause: (any Error)?
  }

  /// What a factory resolves with.
  struct Resolver {
    fileprivate let cells: RecordedCells
    fileprivate let build: Build

    func resolve<T: Sendable>(_ type: T.Type, _ key: Key) throws(Failure) -> T { try cells.resolve(type, key, for: build) }
  }

  /// One call of a factory. Guard of the variables: the lock of all builds.
  final class Build: @unchecked Sendable {
    fileprivate let cell: Cell
    /// The build that asked for it.
    fileprivate let requester: Build?
    fileprivate let began = DispatchTime.now().uptimeNanoseconds
    fileprivate var waitsFor: Build?
    fileprivate var waiting: [DispatchSemaphore] = []
    fileprivate var failure: Failure?
    /// Neighbours among the builds in flight, which their threads keep.
    fileprivate unowned(unsafe) var newer: Build?
    fileprivate unowned(unsafe) var older: Build?

    fileprivate init(_ cell: Cell, for requester: Build?) { (self.cell, self.requester) = (cell, requester) }

    /// From the outermost build to this one.
    fileprivate var path: [NamedKey] { (requester?.path ?? []) + [cell.record.key.named] }
  }

  /// The builds of the process. Guard of the variables: the lock.
  private enum Builds {
    static let lock = PlainLock()
    nonisolated(unsafe) static var done = 0  // unsafe: touched under the lock only
    nonisolated(unsafe) static unowned(unsafe) var newest: Build?  // unsafe: touched under the lock only

    static func enter(_ build: Build) {
      build.older = newest
      newest?.newer = build
      newest = build
    }

    static func leave(_ build: Build) {
      if let newer = build.newer { newer.older = build.older } else { newest = build.older }
      build.older?.newer = build.newer
    }
  }

  private enum Step {
    case take(AnyObject)
    case build(Build)
    case wait(DispatchSemaphore, Build)
    case cycle(Build)
  }

  /// The build whose factory runs on the calling thread.
  private static let current = ThreadSlot()

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: Key) throws(Failure) -> T { try resolve(type, key, for: nil) }

  @inline(__always)
  fileprivate func resolve<T: Sendable>(_ type: T.Type, _ key: Key, for build: Build?) throws(Failure) -> T {
    let mark = marks.enter(self)
    guard let cell = cell(for: key) else {
      mark.pointee.leave()
      throw Failure(path: [key.named], cause: nil)
    }
    if let value = cell._withUnsafeGuaranteedRef({ $0.value.load(ordering: .acquiring) }) {
      defer { mark.pointee.leave() }
      // Only boxes of T are stored under T's keys.
      return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
    }
    let kept = cell.takeUnretainedValue()
    mark.pointee.leave()
    return unsafeDowncast(try miss(type, kept, for: build), to: InstanceBox<T>.self).value
  }

  @inline(never)
  private func miss<T: Sendable>(_ type: T.Type, _ cell: Cell, for build: Build?) throws(Failure) -> AnyObject {
    let others = inside.add(1, ordering: .sequentiallyConsistent).oldValue
    defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
    // The number would be negative from the beginning of a shutdown on.
    if others < 0 { throw Failure(path: [cell.record.key.named], cause: nil) }
    // Nothing else is kept in the slot.
    let requester = build ?? Self.current.object.map { unsafeDowncast($0, to: Build.self) }
    while true {
      switch step(cell, for: requester) {
      case .take(let box): return box
      case .wait(let semaphore, let build):
        semaphore.wait()
        if let failure = Builds.lock.withLock({ build.failure }) { throw failure }
      case .cycle(let build): throw Failure(path: build.path + [cell.record.key.named], cause: nil)
      case .build(let build): return try run(build, type)
      }
    }
  }

  private func step(_ cell: Cell, for requester: Build?) -> Step {
    Builds.lock.withLock {
      requester?.waitsFor = nil
      requester?.cell.needs.insert(cell.record.key.named)
      if let value = cell.value.load(ordering: .acquiring) { return .take(value.takeUnretainedValue()) }
      guard let build = cell.build else {
        let build = Build(cell, for: requester)
        cell.build = build
        requester?.waitsFor = build
        Builds.enter(build)
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
  }

  private func run<T: Sendable>(_ build: Build, _ type: T.Type) throws(Failure) -> AnyObject {
    let outer = Self.current.swap(build)
    let result: Result<InstanceBox<T>, Failure>
    do {
      // Stored under T's keys.
      let factory = unsafeDowncast(build.cell.record.factory, to: ThrowingFactory<Resolver, T>.self)
      result = .success(InstanceBox(try factory.make(Resolver(cells: self, build: build))))
    } catch {
      result = .failure(error as? Failure ?? Failure(path: build.path, cause: error))
    }
    _ = Self.current.swap(outer)
    let waiting = Builds.lock.withLock {
      switch result {
      case .success(let box):
        Builds.done += 1
        build.cell.doneAs = Builds.done
        build.cell.value.store(Unmanaged.passRetained(box), ordering: .releasing)  // balanced by the deinit of `Cell`
      case .failure(let failure): build.failure = failure
      }
      build.cell.build = nil
      Builds.leave(build)
      return build.waiting
    }
    for semaphore in waiting { semaphore.signal() }
    return try result.get()
  }
}

extension RecordedCells {
  static var firstResolve: Work {
    RegistrationWork.work(
      usersBytes: RegistrationWork.usersBytes,
      make: {
        let cells = RecordedCells()
        for number in 0..<RegistrationWork.keys { cells.register(Key.items[number]) { _ in Item(number) } }
        return cells
      },
      timed: { cells in
        for number in 0..<RegistrationWork.keys {
          do {
            BlackHole.swallow(try cells.resolve(Item.self, Key.items[number]))
          } catch {
            fatalError("a factory that cannot fail did: \(error)")
          }
        }
      })
  }
}

import Dispatch
import Synchronization

/// A registry by hand that keeps the records which a container's promises need: the least that registering, replacing and building cost with them.
///
/// It keeps where and in which order each key was registered. A value is built once, with no lock held; other callers wait. Its factory gets a
/// resolver and can throw; then all callers get an error with the path. It knows which build asked for a build and which one waits for which, so
/// that a cycle is an error on any number of threads. It knows what each factory asked for, the builds in flight and since when, and in which order
/// the values were done; a shutdown would wait for what is in flight. What it has not: scopes, disposers, layers, asynchronous factories, a limit
/// to nesting, reading without a lock.
final class RecordingRegistry: Sendable {
  struct Failure: Error {
    /// From what the caller asked for to what failed.
    let path: [NamedKey]
    /// What a factory threw; nil for a cycle.
    let cause: (any Error)?
  }

  /// What a factory resolves with.
  struct Resolver {
    fileprivate let registry: RecordingRegistry
    fileprivate let build: Build

    func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) throws(Failure) -> T { try registry.resolve(type, key, for: build) }
  }

  /// What is registered under a key, with its instance. Guard of the variables: the lock of `state`.
  fileprivate final class Entry: @unchecked Sendable {
    let key: NamedKey
    let factory: any Table.Held
    let fileID: StaticString
    let line: UInt32
    var order = 0
    var instance: (any Table.Held)?
    /// When its instance was done, among all that were.
    var doneAs = 0
    var build: Build?
    /// What its factory asked for.
    var needs: Set<NamedKey> = []

    init(_ key: NamedKey, _ factory: any Table.Held, _ fileID: StaticString, _ line: UInt32, instance: (any Table.Held)? = nil) {
      (self.key, self.factory, self.fileID, self.line, self.instance) = (key, factory, fileID, line, instance)
    }
  }

  /// One call of a factory. Guard of the variables: the lock of `state`.
  fileprivate final class Build: @unchecked Sendable {
    let entry: Entry
    /// The build that asked for it.
    let requester: Build?
    let began: UInt64
    var waitsFor: Build?
    var waiting: [DispatchSemaphore] = []
    var failure: Failure?
    /// Neighbours among the builds in flight, which their threads keep.
    unowned(unsafe) var newer: Build?
    unowned(unsafe) var older: Build?

    init(_ entry: Entry, for requester: Build?) {
      (self.entry, self.requester) = (entry, requester)
      began = DispatchTime.now().uptimeNanoseconds
    }

    /// From the outermost build to this one.
    var path: [NamedKey] { (requester?.path ?? []) + [entry.key] }
  }

  private struct State {
    var entries: [NamedKey: Entry] = [:]
    var registered = 0
    var done = 0
    /// Where keys were registered that are registered again.
    var replaced: [NamedKey: UInt32] = [:]
    unowned(unsafe) var newest: Build?

    mutating func enter(_ build: Build) {
      build.older = newest
      newest?.newer = build
      newest = build
    }

    mutating func leave(_ build: Build) {
      if let newer = build.newer { newer.older = build.older } else { newest = build.older }
      build.older?.newer = build.newer
    }

    mutating func put(_ entry: Entry) -> Entry? {
      registered += 1
      entry.order = registered
      let old = entries.updateValue(entry, forKey: entry.key)
      if let old { replaced[entry.key] = old.line }
      return old
    }
  }

  private enum Step {
    case take(any Table.Held)
    case build(Build)
    case wait(DispatchSemaphore, Build)
    case cycle(Build)
  }

  private let state = Mutex(State())
  /// The build whose factory runs on the calling thread.
  private static let current = ThreadSlot()
  /// How many callers are in what is not a hit, which a shutdown would wait for.
  private let inside = Atomic(0)

  // MARK: Registering

  @inline(__always)
  func register<T: Sendable>(
    _ key: NamedKey, fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable (Resolver) throws -> T
  ) {
    let entry = Entry(key, ThrowingFactory<Resolver, T>(factory), fileID, line)
    // The old entry is released after the lock is.
    _ = state.withLock { $0.put(entry) }
  }

  @inline(__always)
  func register<T: Sendable>(_ key: NamedKey, fileID: StaticString = #fileID, line: UInt32 = #line, instance: T) {
    let box = InstanceBox(instance)
    let entry = Entry(key, box, fileID, line, instance: box)
    _ = state.withLock { $0.put(entry) }
  }

  func registerItemsAtOnce(_ count: Int) {
    let entries = (0..<count).map { number in
      Entry(NamedKey.items[number], ThrowingFactory<Resolver, Item> { _ in Item(number) }, #fileID, #line)
    }
    state.withLock { state in
      state.entries.reserveCapacity(count)
      for entry in entries { _ = state.put(entry) }
    }
  }

  // MARK: Resolving

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) throws(Failure) -> T { try resolve(type, key, for: nil) }

  @inline(__always)
  fileprivate func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey, for build: Build?) throws(Failure) -> T {
    var box = state.withLock { $0.entries[key]?.instance }
    if box == nil { box = try miss(type, key, for: build) }
    return unsafeDowncast(box.unsafelyUnwrapped, to: InstanceBox<T>.self).value  // Only boxes of T are stored under T's keys.
  }

  @inline(never)
  private func miss<T: Sendable>(_ type: T.Type, _ key: NamedKey, for build: Build?) throws(Failure) -> any Table.Held {
    inside.add(1, ordering: .sequentiallyConsistent)
    defer { inside.subtract(1, ordering: .releasing) }
    // Nothing else is kept in the slot.
    let requester = build ?? Self.current.object.map { unsafeDowncast($0, to: Build.self) }
    while true {
      switch step(key, for: requester) {
      case .take(let box): return box
      case .wait(let semaphore, let build):
        semaphore.wait()
        if let failure = state.withLock({ _ in build.failure }) { throw failure }
      case .cycle(let build): throw Failure(path: build.path + [key], cause: nil)
      case .build(let build): return try run(build, type)
      }
    }
  }

  private func step(_ key: NamedKey, for requester: Build?) -> Step {
    state.withLock { state in
      requester?.waitsFor = nil
      requester?.entry.needs.insert(key)
      guard let entry = state.entries[key] else { fatalError("\(key) is not registered") }
      if let instance = entry.instance { return .take(instance) }
      guard let build = entry.build else {
        let build = Build(entry, for: requester)
        entry.build = build
        requester?.waitsFor = build
        state.enter(build)
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

  private func run<T: Sendable>(_ build: Build, _ type: T.Type) throws(Failure) -> any Table.Held {
    let outer = Self.current.swap(build)
    let result: Result<InstanceBox<T>, Failure>
    do {
      // Stored under T's keys.
      let factory = unsafeDowncast(build.entry.factory, to: ThrowingFactory<Resolver, T>.self)
      result = .success(InstanceBox(try factory.make(Resolver(registry: self, build: build))))
    } catch {
      result = .failure(error as? Failure ?? Failure(path: build.path, cause: error))
    }
    _ = Self.current.swap(outer)
    let waiting = state.withLock { state in
      switch result {
      case .success(let box):
        build.entry.instance = box
        state.done += 1
        build.entry.doneAs = state.done
      case .failure(let failure): build.failure = failure
      }
      build.entry.build = nil
      state.leave(build)
      return build.waiting
    }
    for semaphore in waiting { semaphore.signal() }
    return try result.get()
  }
}

import Dispatch
import Synchronization

/// A registry by hand that keeps the records which a container's promises need: the least that registering, replacing and building cost with them.
///
/// It keeps where and in which order each key was registered. A value is built once, with no lock held; other callers wait. It knows which build asked
/// for a build and which one waits for which, so that a cycle is found on any number of threads. It knows the builds in flight and since when. What it has
/// not: scopes, disposers, layers, asynchronous factories, reading without a lock.
final class RecordingRegistry: Sendable {
  /// What is registered under a key, with its instance. Guard of the variables: the lock of `state`.
  private final class Entry: @unchecked Sendable {
    let key: NamedKey
    let factory: any Table.Held
    let fileID: StaticString
    let line: UInt32
    var order = 0
    var instance: (any Table.Held)?
    var build: Build?

    init(_ key: NamedKey, _ factory: any Table.Held, _ fileID: StaticString, _ line: UInt32, instance: (any Table.Held)? = nil) {
      (self.key, self.factory, self.fileID, self.line, self.instance) = (key, factory, fileID, line, instance)
    }
  }

  /// One call of a factory. Guard of the variables: the lock of `state`.
  private final class Build: @unchecked Sendable {
    let entry: Entry
    /// The build on this thread that asked for it.
    let requester: Build?
    let began: UInt64
    var waitsFor: Build?
    var waiting: [DispatchSemaphore] = []
    /// Neighbours among the builds in flight, which their threads keep.
    unowned(unsafe) var newer: Build?
    unowned(unsafe) var older: Build?

    init(_ entry: Entry, for requester: Build?) {
      (self.entry, self.requester) = (entry, requester)
      began = DispatchTime.now().uptimeNanoseconds
    }
  }

  private struct State {
    var entries: [NamedKey: Entry] = [:]
    var registered = 0
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
    case wait(DispatchSemaphore)
    case cycle
  }

  private let state = Mutex(State())
  /// The build whose factory runs on the calling thread.
  private static let current = ThreadSlot()

  // MARK: Registering

  @inline(__always)
  func register<T: Sendable>(_ key: NamedKey, fileID: StaticString = #fileID, line: UInt32 = #line, factory: @escaping @Sendable () -> T) {
    let entry = Entry(key, FactoryBox<Void, T>(factory), fileID, line)
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
    let entries = (0..<count).map { number in Entry(NamedKey.items[number], FactoryBox<Void, Item> { Item(number) }, #fileID, #line) }
    state.withLock { state in
      state.entries.reserveCapacity(count)
      for entry in entries { _ = state.put(entry) }
    }
  }

  // MARK: Resolving

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) -> T {
    let box = state.withLock { $0.entries[key]?.instance } ?? miss(type, key)
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // Only boxes of T are stored under T's keys.
  }

  @inline(never)
  private func miss<T: Sendable>(_ type: T.Type, _ key: NamedKey) -> any Table.Held {
    let requester = Self.current.object.map { unsafeDowncast($0, to: Build.self) }  // nothing else is kept there
    while true {
      switch step(key, for: requester) {
      case .take(let box): return box
      case .wait(let semaphore): semaphore.wait()
      case .cycle: fatalError("\(key) needs itself")
      case .build(let build): return run(build, type)
      }
    }
  }

  private func step(_ key: NamedKey, for requester: Build?) -> Step {
    state.withLock { state in
      requester?.waitsFor = nil
      guard let entry = state.entries[key] else { fatalError("\(key) is not registered") }
      if let instance = entry.instance { return .take(instance) }
      guard let build = entry.build else {
        let build = Build(entry, for: requester)
        entry.build = build
        state.enter(build)
        return .build(build)
      }
      // From the build that is asked for through what it waits for, and through what asked for it.
      var next: Build? = build
      while let met = next {
        if met === requester { return .cycle }
        next = met.waitsFor
      }
      let semaphore = DispatchSemaphore(value: 0)
      requester?.waitsFor = build
      build.waiting.append(semaphore)
      return .wait(semaphore)
    }
  }

  private func run<T: Sendable>(_ build: Build, _ type: T.Type) -> any Table.Held {
    let outer = Self.current.swap(build)
    // Stored under T's keys.
    let box = InstanceBox(unsafeDowncast(build.entry.factory, to: FactoryBox<Void, T>.self).make(()))
    _ = Self.current.swap(outer)
    let waiting = state.withLock { state in
      build.entry.instance = box
      build.entry.build = nil
      state.leave(build)
      return build.waiting
    }
    for semaphore in waiting { semaphore.signal() }
    return box
  }
}

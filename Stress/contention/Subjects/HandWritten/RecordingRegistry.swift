import Synchronization

/// A registry by hand that keeps the records which a container's promises need: the least that registering, replacing and building cost with them.
///
/// It keeps where and in which order each key was registered, and builds as `BuildsByHand` says; a shutdown would wait for what is in flight. What it
/// has not: scopes, disposers, layers, asynchronous factories, a limit to nesting, reading without a lock.
final class RecordingRegistry: BuilderByHand {
  /// What a factory resolves with.
  struct Resolver {
    fileprivate let registry: RecordingRegistry
    fileprivate let build: BuildByHand<Entry>

    func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) throws(FailureByHand) -> T { try registry.resolve(type, key, for: build) }
  }

  final class Entry: EntryByHand, @unchecked Sendable {  // unchecked: the lock of `state` guards the variables
    let named: NamedKey
    let factory: any Table.Held
    let fileID: StaticString
    let line: UInt32
    var order = 0
    var instance: (any Table.Held)?
    var build: BuildByHand<Entry>?
    var doneAs = 0
    var needs: Set<NamedKey> = []

    init(_ key: NamedKey, _ factory: any Table.Held, _ fileID: StaticString, _ line: UInt32, instance: (any Table.Held)? = nil) {
      (named, self.factory, self.fileID, self.line, self.instance) = (key, factory, fileID, line, instance)
    }

    var box: AnyObject? { instance }

    func fill(_ box: any Table.Held) { instance = box }
  }

  private struct State {
    var entries: [NamedKey: Entry] = [:]
    var registered = 0
    var builds = BuildsByHand<Entry>()
    /// Where keys were registered that are registered again.
    var replaced: [NamedKey: UInt32] = [:]

    mutating func put(_ entry: Entry) -> Entry? {
      registered += 1
      entry.order = registered
      let old = entries.updateValue(entry, forKey: entry.named)
      if let old { replaced[entry.named] = old.line }
      return old
    }
  }

  static let current = ThreadSlot()

  private let state = Mutex(State())
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

  func resolver(for build: BuildByHand<Entry>) -> Resolver { Resolver(registry: self, build: build) }

  func withBuilds<Result>(_ body: (inout BuildsByHand<Entry>) -> Result) -> Result { state.withLock { body(&$0.builds) } }

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey) throws(FailureByHand) -> T { try resolve(type, key, for: nil) }

  @inline(__always)
  fileprivate func resolve<T: Sendable>(_ type: T.Type, _ key: NamedKey, for build: BuildByHand<Entry>?) throws(FailureByHand) -> T {
    let instance = state.withLock { $0.entries[key]?.instance }
    let box: AnyObject = if let instance { instance } else { try miss(type, key, for: build) }
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // only boxes of T are stored under T's keys
  }

  @inline(never)
  private func miss<T: Sendable>(_ type: T.Type, _ key: NamedKey, for build: BuildByHand<Entry>?) throws(FailureByHand) -> AnyObject {
    inside.add(1, ordering: .sequentiallyConsistent)
    defer { inside.subtract(1, ordering: .releasing) }
    return try box(of: type, key, for: build) { requester in
      state.withLock { state in
        guard let entry = state.entries[key] else { fatalError("\(key) is not registered") }
        return state.builds.step(entry, for: requester)
      }
    }
  }
}

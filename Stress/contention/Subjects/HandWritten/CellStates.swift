import Synchronization

/// What open cells keep apart, by hand and with what a container promises of it: no user's code runs under a lock, a value is built once, and what a
/// thread reads is not released meanwhile. The least that such a call takes.
enum CellStates {
  static func body(_ id: CaseID, _ registry: CellRegistry) -> Body {
    switch id {
    case .cached: Body(CellCached(registry: registry))
    case .weak: Body(CellWatched(registry: registry))
    case .byArgument: Body(CellByArgument(registry: registry))
    case .optional: Body(CellOptional(registry: registry))
    case .besideGraph: Body(CellInGraph(registry: registry))
    default: Body(CellScopeWithValue(registry: registry))
    }
  }
}

extension CellStates {
  /// A scope by hand, counted in its container.
  @inline(__always)
  static func openAndClose<Failure: Error>(in registry: CellRegistry, _ body: (CellShelf) throws(Failure) -> Void) throws(Failure) {
    registry.scopes.add(1, ordering: .sequentiallyConsistent)
    let scope = CellShelf()
    defer {
      scope.close()
      registry.scopes.subtract(1, ordering: .sequentiallyConsistent)
    }
    try body(scope)
  }
}

/// Watches an object. The reference is set once; that the object dies is found out by a thread that asks for it.
final class WatchingBox: Sendable {
  private nonisolated(unsafe) weak var watched: AnyObject?  // unsafe: written in init only; reading a weak reference is atomic

  init(_ object: AnyObject) { watched = object }

  var object: AnyObject? { watched }
}

/// Values by their arguments, which are hashed and compared outside the lock.
final class ArgumentShelf<Argument: Hashable & Sendable, T: Sendable>: @unchecked Sendable {  // unchecked: the lock guards the buckets
  final class Entry: Sendable {
    let argument: Argument
    let value: T

    init(_ argument: Argument, _ value: T) { (self.argument, self.value) = (argument, value) }
  }

  private let lock = PlainLock()
  /// A power of two of them, each with one entry at most: enough for a benchmark. Guard: `lock`.
  private var buckets: [Entry?] = Array(repeating: nil, count: 16)

  func keep(_ value: T, for argument: Argument) {
    let hash = argument.hashValue
    lock.withLock { buckets[hash & 15] = Entry(argument, value) }
  }

  @inline(never)
  func value(for argument: Argument) -> T? {
    let hash = argument.hashValue
    guard let entry = lock.withLock({ buckets[hash & 15] }), entry.argument == argument else { return nil }
    return entry.value
  }
}

/// What belongs to one scope, or to one object graph: a lock, and a table of cells that are filled at the first request.
final class CellShelf: @unchecked Sendable {  // unchecked: the lock guards the rest
  /// The place of one value: a caller that finds it empty builds it, and others would wait.
  private final class Place: @unchecked Sendable {  // unchecked: what is stored here is Sendable
    let value = Atomic<Unmanaged<AnyObject>?>(nil)

    deinit { value.load(ordering: .relaxed)?.release() }
  }

  private let lock = PlainLock()
  /// Guard: `lock`.
  private var places: [ObjectIdentifier: Place] = [:]
  private var isClosed = false

  @inline(never)
  func resolve<T: Sendable>(_ type: T.Type, _ make: () -> T) throws(CellRegistry.Failure) -> T {
    let place: Place? = lock.withLock {
      if isClosed { return nil }
      if let place = places[ObjectIdentifier(type)] { return place }
      let place = Place()
      places[ObjectIdentifier(type)] = place
      return place
    }
    guard let place else { throw .notFound }
    if let value = place.value.load(ordering: .acquiring) {
      return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }  // only boxes of T are stored under T
    }
    // The build begins and ends under the lock that all builds share, as a cycle may cross containers.
    CellBuilds.lock.withLock { CellBuilds.underWay += 1 }
    let box = InstanceBox(make())
    CellBuilds.lock.withLock {
      CellBuilds.underWay -= 1
      place.value.store(Unmanaged.passRetained(box), ordering: .releasing)  // balanced by the deinit of `Place`
    }
    return box.value
  }

  /// Takes everything out, and releases it when the lock is free.
  @inline(never)
  func close() {
    let taken = lock.withLock {
      isClosed = true
      let taken = places
      places = [:]
      return taken
    }
    withExtendedLifetime(taken) {}
  }
}

/// The builds of the process.
private enum CellBuilds {
  static let lock = PlainLock()
  nonisolated(unsafe) static var underWay = 0  // unsafe: touched under `lock` only
}

/// A value of a table that can be emptied.
private struct CellCached: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolveCached(LiveStore.self) { LiveStore() }) }
}

/// A watched object.
private struct CellWatched: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolveWatched(Watched.self)) }
}

/// A value kept for an argument.
private struct CellByArgument: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolve(Item.self, for: 7)) }
}

/// An Optional of a singleton.
private struct CellOptional: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws { BlackHole.swallow(try registry.resolveOptional(Engine.self)) }
}

/// A transient that opens an object graph, as it may come to need one.
private struct CellInGraph: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws {
    let graph = CellShelf()
    defer { graph.close() }
    BlackHole.swallow(try registry.resolve(Request.self))
  }
}

/// A scope with one value, counted in its container.
private struct CellScopeWithValue: Operation {
  let registry: CellRegistry

  @inline(never) func perform(_ turn: Int) throws {
    try CellStates.openAndClose(in: registry) { BlackHole.swallow(try $0.resolve(LiveTenant.self) { LiveTenant() }) }
  }
}

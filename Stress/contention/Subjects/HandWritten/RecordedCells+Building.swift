import Synchronization

// What recorded cells promise of a build, besides what `BuildsByHand` says: all builds share one lock, as a cycle may cross containers. A shutdown would
// wait for the builds in flight, and a late one is refused. What is not here: scopes, layers, parents, asynchronous factories, injectors, disposers, a
// limit to nesting, requests through a container that a factory captured, resolvers that outlive their factory.
extension RecordedCells: BuilderByHand {
  /// What a factory resolves with.
  struct Resolver {
    fileprivate let cells: RecordedCells
    fileprivate let build: BuildByHand<Cell>

    func resolve<T: Sendable>(_ type: T.Type, _ key: Key) throws(FailureByHand) -> T { try cells.resolve(type, key, for: build) }
  }

  /// The builds of the process, for its rest.
  private enum InFlight {
    static let lock = PlainLock()
    /// Guard: the lock. Behind a pointer, so that no access is checked.
    nonisolated(unsafe) static let builds = {  // unsafe: touched under the lock only
      let builds = UnsafeMutablePointer<BuildsByHand<Cell>>.allocate(capacity: 1)
      builds.initialize(to: BuildsByHand())
      return builds
    }()
  }

  static let current = ThreadSlot()

  func resolver(for build: BuildByHand<Cell>) -> Resolver { Resolver(cells: self, build: build) }

  func withBuilds<Result>(_ body: (inout BuildsByHand<Cell>) -> Result) -> Result {
    InFlight.lock.withLock { body(&InFlight.builds.pointee) }
  }

  @inline(__always)
  func resolve<T: Sendable>(_ type: T.Type, _ key: Key) throws(FailureByHand) -> T { try resolve(type, key, for: nil) }

  @inline(__always)
  fileprivate func resolve<T: Sendable>(_ type: T.Type, _ key: Key, for build: BuildByHand<Cell>?) throws(FailureByHand) -> T {
    let mark = marks.enter(self)
    guard let cell = cell(for: key) else {
      mark.pointee.leave()
      throw FailureByHand(path: [key.named], cause: nil)
    }
    if let value = cell._withUnsafeGuaranteedRef({ $0.value.load(ordering: .acquiring) }) {
      defer { mark.pointee.leave() }
      // Only boxes of T are stored under T's keys.
      return value._withUnsafeGuaranteedRef { unsafeDowncast($0, to: InstanceBox<T>.self).value }
    }
    let kept = cell.takeUnretainedValue()
    mark.pointee.leave()
    let box = try miss(type, kept, for: build)
    return unsafeDowncast(box, to: InstanceBox<T>.self).value  // only boxes of T are stored under T's keys
  }

  @inline(never)
  private func miss<T: Sendable>(_ type: T.Type, _ cell: Cell, for build: BuildByHand<Cell>?) throws(FailureByHand) -> AnyObject {
    let others = inside.add(1, ordering: .sequentiallyConsistent).oldValue
    defer { inside.subtract(1, ordering: .sequentiallyConsistent) }
    // The number would be negative from the beginning of a shutdown on.
    if others < 0 { throw FailureByHand(path: [cell.named], cause: nil) }
    return try box(of: type, cell.named, for: build) { requester in withBuilds { $0.step(cell, for: requester) } }
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

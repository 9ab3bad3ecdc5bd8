import Holdfast
import HoldfastComposition
import Synchronization
import TestSupport
import Testing

@Suite("What compositions leave behind")
struct LeakTests {
  @Test("100,000 compositions, of which each kind of object was made, leave nothing: open, sealed, shut down or only dropped")
  func dropped() async {
    await #expect(processExitsWith: .success) {
      // Scaled twice, as each of them makes some twenty objects.
      let growth = try Memory.growth(Effort.scaled(Effort.scaled(100_000))) { number in
        let app = try Composed(Counting.init)
        if number % 4 == 1 { app.container.seal() }
        try use(app, number)
      }
      for number in 0..<Effort.scaled(1_000) { try await use(try Composed(Counting.init), number) }
      if growth > 8 << 20 { fatalError("memory grew by \(growth) bytes") }
      let living = Living.count.load(ordering: .sequentiallyConsistent)
      if living != 0 { fatalError("\(living) objects are alive") }
    }
  }
}

private func use(_ app: Composed<Counting>, _ number: Int) throws {
  let held = (try app.user(), try app.weak(), try app.new(), try app.made(number), try app.kept(number % 3), try app.parent())
  withExtendedLifetime(held) {}
  if number % 4 != 1 {
    try app.withOverrides({ override, app in override(app.object) { Living() } }) { _ = try app.user() }
    app.container.reset(group: "group")
  }
}

private func use(_ app: Composed<Counting>, _ number: Int) async throws {
  _ = try await app.later()
  try await app.withScope(Visit(number: number)) { scope in _ = (try scope(app.scoped), try scope(app.fresh)) }
  if number.isMultiple(of: 2) { try await app.shutdown() }
}

private struct Visit: ComposedScope { let number: Int }

private struct Counting: Composition {
  let object = Shared { Living() }
  let user = Shared(\.object, \.several) { [$0] + $1 }
  let several: Several<Living> = Several(\.object, \.cached)
  let cached = Shared(in: .cached("group")) { Living() }
  let weak = Shared(in: .weak) { Living() }
  let later = SharedAsync(dispose: { _ in }, \.object) { _ in Living() }
  let new = New(\.object) { [$0, Living()] }
  let made = Maker(taking: Int.self, \.object) { _, object in [object, Living()] }
  let kept = Maker(in: .once, taking: Int.self) { _ in Living() }
  let parent = Shared { Linked() }
  let child = Shared(\.parent) { _ in Linked() }
  let link = Injector(\.parent, \.child) { $0.link(to: $1) }
  let wrap = Decorator(\.object, \.cached) { object, _ in object }
  let visit = Given<Visit>()
  let scoped = Scoped<Visit, Living>(\.visit) { _ in Living() }
  let fresh = ScopedNew<Visit, [Living]>(\.scoped) { [$0] }
}

/// Counts how many of its kind live.
private class Living: @unchecked Sendable {  // unchecked: it has no field, and its subclass a lock
  static let count = Atomic(0)
  init() { Living.count.wrappingAdd(1, ordering: .relaxed) }
  deinit { Living.count.wrappingSubtract(1, ordering: .relaxed) }
}

private final class Linked: Living, @unchecked Sendable {  // unchecked: the field is behind a lock
  private let other = Mutex<Linked?>(nil)
  func link(to object: Linked) { other.withLock { $0 = object } }
}

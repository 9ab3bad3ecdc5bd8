import Foundation
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
      // A task that has answered can hold what it made until it has ended, a moment later.
      for _ in 0..<6_000 where Self.living > 0 { try await Task.sleep(for: .milliseconds(10)) }
      if Self.living != 0 { fatalError("\(Self.living) objects are alive") }
    }
  }

  private static var living: Int { Living.count.load(ordering: .sequentiallyConsistent) }
}

@Suite("Objects that hold references into their own composition")
struct ReferenceIntoItselfTests {
  /// What an object holds of the composition that it is an object of.
  enum Reference: CaseIterable {
    case property, provider, factory, scopes, opener, given, container, composition

    /// Whether it keeps the container, so that only a shutdown ends that.
    var keepsContainer: Bool { self == .container || self == .composition }
  }

  @Test("They are released with the composition, or after its shutdown, sealed or not", arguments: Reference.allCases, [false, true])
  func released(_ reference: Reference, isSealed: Bool) async throws {
    weak var holder: Holder?
    weak var further: Plain?
    weak var user: User?
    do {
      let app = try Composed(Holding.init)
      (holder, further, user) = (try app.holder(), try app.plain(), try app.user())
      #expect(further != nil && user != nil)
      if isSealed { app.container.seal() }
      switch reference {
      case .property: try app.holder().hold(app.holder)
      case .provider: try app.holder().hold(app.container.provider(Plain.self, named: app.plain.key?.name))
      case .factory: try app.holder().hold(app.container.factory([Int].self, named: "list", taking: Int.self))
      case .scopes: try app.holder().hold(await app.container.resolve(ScopeOpener.self))
      case .opener: try app.holder().hold(app.worker().scopes)
      case .given: #expect(try app.user().plain.resolveNow() === further && app.user().list.resolveNow(3) == [3])
      case .container: try app.holder().hold(app.container)
      case .composition: try app.holder().hold(app)
      }
      #expect(try app.plain() === further)
      if reference.keepsContainer { try await app.shutdown() }
    }
    #expect(holder == nil && further == nil && user == nil)
  }

  @Test("Threads that ask a property of a sealed composition see its end, and nothing that was released", .load, arguments: [false, true])
  func concurrently(isShutDown: Bool) async throws {
    for _ in 0..<Effort.scaled(100) + 4 {
      var app: Composed<Holding>? = try Composed(Holding.init)
      let plain = try #require(app?.plain)
      _ = try plain()
      app?.container.seal()
      let (asking, ended) = (Tally(), Tally())
      for _ in 0..<2 {
        Thread.detachNewThread {
          asking.add()
          while let object = try? plain() { if object.word != 7 { fatalError("an object that was released") } }
          ended.add()
        }
      }
      while asking.count < 2 { sched_yield() }
      if isShutDown { try await app?.shutdown() }
      app = nil
      while ended.count < 2 { sched_yield() }
    }
  }

  private final class Plain: Sendable { let word = 7 }

  private final class Holder: Sendable {
    private let held = Mutex<(any Sendable)?>(nil)
    func hold(_ reference: any Sendable) { held.withLock { $0 = reference } }
  }

  private final class User: Sendable {
    let plain: Provider<Plain>
    let list: Factory<[Int], Int>
    init(_ plain: Provider<Plain>, _ list: Factory<[Int], Int>) { (self.plain, self.list) = (plain, list) }
  }

  private struct Worker: Sendable { let scopes: ComposedScopeOpener<Holding> }

  private struct Holding: Composition {
    let plain = Shared { Plain() }
    let holder = Shared { Holder() }
    let list = Maker(taking: Int.self) { [$0] }
    let scopes = Scopes()
    let worker = Shared(\.scopes) { Worker(scopes: $0) }
    let user = Shared(\.plain.deferred, \.list) { User($0, $1) }
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
  _ = (try await app.async(), try await app.newInTask(), try await app.madeInTask(number))
  _ = (try await app.main(), try await app.newOnMain(), try await app.madeOnMain(number))
  try await app.withScope(Visit(number: number)) { scope in
    _ = (try scope(app.scoped), try scope(app.fresh), try await scope(app.later), try await scope(app.page, 1), try scope(app.sheet, 1))
    _ = (try await scope(app.pool), try await scope(app.panel), try await scope(app.popover), try await scope(app.dialog, 1))
  }
  _ = try await app.worker().work(number)
  if number.isMultiple(of: 2) { try await app.shutdown() }
}

private struct Visit: ComposedScope { let number: Int }
private struct Worker: Sendable { let work: @Sendable (Int) async throws -> [Living] }

private struct Counting: Composition {
  let object = Shared { Living() }
  let user = Shared(\.object, \.several) { [$0] + $1 }
  let several: Several<Living> = Several(\.object, \.cached)
  let cached = Shared(in: .cached("group")) { Living() }
  let weak = Shared(in: .weak) { Living() }
  let async = SharedAsync(dispose: { _ in }, \.object) { _ in Living() }
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
  let later = ScopedNewAsync<Visit, [Living]>(\.scoped) { [$0, Living()] }
  let page = ScopedMakerAsync<Visit, Int, [Living]>(taking: Int.self, \.scoped) { _, scoped in [scoped, Living()] }
  let newInTask = NewAsync(\.async) { [$0, Living()] }
  let madeInTask = MakerAsync(taking: Int.self, \.async) { _, object in [object, Living()] }
  let main = SharedOnMain(\.object) { _ in Living() }
  let newOnMain = NewOnMain(\.main) { [$0, Living()] }
  let madeOnMain = MakerOnMain(taking: Int.self, \.main) { _, object in [object, Living()] }
  let pool = ScopedAsync<Visit, Living>(\.scoped, \.async) { _, _ in Living() }
  let panel = ScopedOnMain<Visit, Living>(\.scoped, \.main) { _, _ in Living() }
  let sheet = ScopedMaker<Visit, Int, [Living]>(taking: Int.self, \.scoped) { _, scoped in [scoped, Living()] }
  let popover = ScopedNewOnMain<Visit, [Living]>(\.panel) { [$0, Living()] }
  let dialog = ScopedMakerOnMain<Visit, Int, [Living]>(taking: Int.self, \.panel) { _, panel in [panel, Living()] }
  let scopes = Scopes()
  let worker = Shared(\.scopes, \.object) { scopes, object in
    Worker { try await scopes.withScope(Visit(number: $0)) { scope, app in [object, try scope(app.scoped)] } }
  }
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

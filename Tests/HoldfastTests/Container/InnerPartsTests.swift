import Holdfast
import HoldfastDiagnostics
import Testing

private protocol Daytime: Sendable { var hour: Int { get } }

private struct FixedClock: Daytime {
  let hour: Int
}

private struct Shop: Sendable {
  let ticket: String
}

private struct Kiosk: Sendable {
  let ticket: String
}

/// Each module has an inner part of its own: a type, and a name of a type that all know, which no other module can write.
private enum ShopPart {
  struct Counter: Sendable { let prefix: String }
  static let clock = Name("the shop's own clock")
}

private enum KioskPart {
  struct Counter: Sendable { let prefix: String }
  static let clock = Name("the kiosk's own clock")
}

private struct ShopModule: Assembly {
  let disposed: Counter

  func register(in batch: Batch) {
    batch.register((any Daytime).self, named: ShopPart.clock) { _ in FixedClock(hour: 9) }
      .register(
        ShopPart.Counter.self, scope: .scoped(dispose: { [disposed] _ in disposed.add() }), .wired { (host: String) in .init(prefix: host) }
      )
      .register(
        Shop.self, scope: .scoped,
        .wired(
          { (counter: ShopPart.Counter, clock: any Daytime) in Shop(ticket: "\(counter.prefix) \(clock.hour)") },
          keys: Key(), Key(named: ShopPart.clock)))
  }
}

private struct KioskModule: Assembly {
  let disposed: Counter

  func register(in batch: Batch) {
    batch.register((any Daytime).self, named: KioskPart.clock) { _ in FixedClock(hour: 7) }
      .register(
        KioskPart.Counter.self, scope: .singleton(dispose: { [disposed] _ in disposed.add() }),
        .wired { (host: String) in .init(prefix: host) }
      )
      .register(
        Kiosk.self,
        .wired(
          { (counter: KioskPart.Counter, clock: any Daytime) in Kiosk(ticket: "\(counter.prefix) \(clock.hour)") },
          keys: Key(), Key(named: KioskPart.clock)))
  }
}

@Suite("Inner parts of modules")
struct InnerPartsTests {
  private let disposed = Counter()

  private func app(host: String? = "live") throws -> Container {
    let app = try Container(ShopModule(disposed: disposed), KioskModule(disposed: disposed), duplicates: .reject)
    if let host { try app.register(String.self, instance: host) }
    return app
  }

  @Test("Two modules have parts of their own, and none has that of another")
  func apart() throws {
    let app = try app()
    #expect(try app.resolve(Kiosk.self).ticket == "live 7")
    #expect(try app.withScope { try $0.resolveNow(Shop.self).ticket } == "live 9")
    #expect(!app.contains((any Daytime).self))
    #expect(Set(app.resolveAllNames()) == [ShopPart.clock, KioskPart.clock])
  }

  @Test("Overrides reach what inner parts need, scopes end them, and a shutdown disposes of them")
  func crossed() async throws {
    let app = try app()
    try await app.withOverrides({ $0.register(String.self, instance: "fake") }) { () async throws in
      #expect(try await app.resolve(Kiosk.self).ticket == "fake 7")
    }
    #expect(disposed.value == 1, "the layer's own")
    try await app.withScope { scope in _ = try await scope.resolve(Shop.self) }
    #expect(disposed.value == 2)
    _ = try await app.resolve(Kiosk.self)
    #expect(try await app.shutdown().isClean)
    #expect(disposed.value == 3)
  }

  @Test("Validation sees what an inner part lacks")
  func validated() throws {
    try app().validate(roots: [AnyKey(Shop.self), AnyKey(Kiosk.self)])
    let problems = try app(host: nil).problems()
    #expect(problems.map(\.kind) == [.missing, .missing])
    #expect(Set(problems.map(\.key)) == [AnyKey(ShopPart.Counter.self), AnyKey(KioskPart.Counter.self)])
  }
}

extension Container {
  fileprivate func resolveAllNames() -> [Name] { keys().compactMap { $0.type == (any Daytime).self ? $0.name : nil } }
}

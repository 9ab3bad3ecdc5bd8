import Holdfast
import HoldfastCompatibility
import OnceKernel
import TestSupport
import Testing

extension Regressions {
  /// Reads of a sealed container take no lock, so what they hold must outlive them.
  @Suite("Sealed containers")
  struct SealedRegressions {
    @Test("Threads that read a sealed container see its shutdown, and nothing that was released", .load)
    func shutdown() async throws {
      for _ in 0..<Effort.scaled(120) + 4 {
        let container = Container()
        for number in 0..<16 { try container.register(One.self, named: Name("\(number)")) { _ in One() } }
        try container.register(One.self) { _ in One() }
        _ = try container.resolveNow(One.self)
        container.seal()
        let readers = try await readers { try container.resolveNow(One.self) }
        try await container.shutdown(deadline: nil)
        for reader in readers { #expect(try await reader.value(within: patience) == .shutDown) }
      }
    }

    @Test("Threads that read through a sealed container's resolver see the end of its last handle, and nothing that was released", .load)
    func lastHandle() async throws {
      for _ in 0..<Effort.scaled(120) + 4 {
        var container: Container? = Container()
        try container?.register(One.self) { _ in One() }
        _ = try container?.resolveNow(One.self)
        container?.seal()
        let resolver = try #require(container?.resolver)
        let readers = try await readers { try resolver.resolveNow(One.self) }
        container = nil
        for reader in readers { #expect(try await reader.value(within: patience) == .shutDown) }
      }
    }

    @Test("Threads that read through a factory's resolver see the end of a sealed container, and nothing that was released", .load)
    func escapedResolver() async throws {
      for _ in 0..<Effort.scaled(120) + 4 {
        let escaped = Guarded<Escapee?>(nil)
        var container: Container? = Container()
        try container?.register(One.self) { _ in One() }
        try container?.register(Two.self) { r in
          let escapee = Escapee(r)
          escaped.withLock { $0 = escapee }
          return Two()
        }
        _ = try container?.resolveNow(One.self)
        _ = try container?.resolveNow(Two.self)
        container?.seal()
        let escapee = try #require(escaped.withLock { $0 })
        let readers = try await readers { try escapee.resolver.resolveNow(One.self) }
        container = nil
        for reader in readers { #expect(try await reader.value(within: patience) == .shutDown) }
      }
    }

    private final class Keeper: Sendable {
      let provider: Provider<One>
      init(_ provider: Provider<One>) { self.provider = provider }
    }

    @Test("What a sealed container cached goes with its last handle, whatever it holds")
    func cached() throws {
      weak var keeper: Keeper?
      func use() throws {
        let container = Container()
        try container.register(One.self) { _ in One() }
        try container.register(Keeper.self, scope: .cached("keepers")) { r in Keeper(r.provider()) }
        keeper = try container.resolve()
        container.seal()
      }
      try use()
      #expect(keeper == nil)
    }

    @Test("What a sealed container of overrides has goes with its last handle, whatever it holds")
    func overriding() async throws {
      weak var keeper: Keeper?
      let base = Container()
      try base.register(One.self) { _ in One() }
      try base.register(Keeper.self) { r in Keeper(r.provider()) }
      do {
        let container = try Container(overriding: base) { batch in batch.register(One.self) { _ in One() } }
        container.seal()
        keeper = try container.resolveNow()
        try await container.shutdown()
      }
      #expect(keeper == nil)
    }

    /// Two threads that read until they cannot, running.
    private func readers(_ read: @escaping @Sendable () throws -> One) async throws -> [Pending<ResolutionError.Code>] {
      let running = Countdown(2, "the readers")
      let readers = (0..<2).map { _ in
        Pending<ResolutionError.Code>.onThread {
          running.arrive()
          let patience = Patience()
          while !patience.isOver {
            if let code = Regressions.code({ _ = try read() }) { return code }
          }
          throw TimedOut(what: "the end of a sealed container")
        }
      }
      try await running.pass()
      return readers
    }

    // unchecked: a constant; what it resolves is a singleton, which any thread may ask for.

    private final class Escapee: @unchecked Sendable {
      let resolver: FactoryResolver

      init(_ resolver: FactoryResolver) {
        self.resolver = resolver
      }
    }

    @Test("An instance that holds a provider of its own container dies with the container's last handle")
    func provider() throws {
      let journal = Chronicle()
      do {
        let container = Container()
        try container.register(One.self) { _ in One() }
        try container.register(Holder.self) { r in Holder(r.provider()) { journal.note("died") } }
        _ = try container.resolveNow(Holder.self)
      }
      #expect(journal.all == ["died"])
    }

    private final class Holder: Sendable {
      private let provider: Provider<One>
      private let onDeath: @Sendable () -> Void

      init(_ provider: Provider<One>, onDeath: @escaping @Sendable () -> Void) {
        self.provider = provider
        self.onDeath = onDeath
      }

      deinit { onDeath() }
    }

    @Test("A long chain of instances of a sealed container is not released by deep recursion")
    func chain() async throws {
      let ledger = Ledger()
      try await onThread(stack: 512 << 10) {
        let container = Container()
        let names = (0..<10_000).map { Name("\($0)") }
        try container.registerAll { batch in
          for (index, name) in names.enumerated() {
            batch.register(Part.self, named: name) { r in
              Part(name, parts: index == 0 ? [] : [try r.resolve(Part.self, named: names[index - 1])], ledger: ledger)
            }
          }
        }
        for name in names { _ = try container.resolve(Part.self, named: name) }
        container.seal()
      }
      #expect(ledger.alive.value == 0)
    }
  }
}

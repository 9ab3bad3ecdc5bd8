import Holdfast
import Testing

extension Regressions {
  @Suite("Disposal")
  struct DisposalRegressions {
    @Test("An instance that was handed in is not the container's to dispose of")
    func instance() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(Noted.self, instance: Noted("pool", journal))
      try await container.withOverrides({ _ in }, operation: { () async throws in _ = try await container.resolve(Noted.self) })
      try container.reset(Noted.self)
      try await container.shutdown(deadline: nil)
      #expect(journal.all == [])
    }

    @Test("Values made from arguments are disposed of before what they use, each one, whatever the others' disposers throw")
    func argumentOrder() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(Noted.self, named: "client") { _ in Noted("client", journal) }
      try container.register(
        Noted.self,
        scope: .singleton(dispose: { feed in
          journal.note(feed.name)
          throw Boom()
        }),
        .factory(taking: Int.self) { r, number in
          _ = try r.resolve(Noted.self, named: "client")
          return Noted("feed \(number)", journal)
        })
      for number in 1...3 { _ = try await container.resolve(Noted.self, with: number) }
      let report = try await container.shutdown(deadline: nil)
      #expect(journal.all == ["feed 3", "feed 2", "feed 1", "client"])
      #expect(report.failures.count == 3)
    }

    @Test("A resolve from a deinit during a reset of everything keeps no old parts in new instances")
    func resetAll() throws {
      let container = Container()
      try container.register(One.self, scope: .cached("group")) { _ in One() }
      try container.register(User.self) { r in User(one: try r.resolve()) }
      // It holds its container until the reset lets it die.
      try container.register(DeinitProbe.self) { _ in DeinitProbe { _ = try? container.resolveNow(User.self) } }
      let old = try container.resolveNow(One.self)
      _ = try container.resolveNow(DeinitProbe.self)
      try container.resetAll()
      #expect(try container.resolveNow(User.self).one !== old)
      #expect(try container.resolveNow(One.self) !== old)
      try container.unregister(DeinitProbe.self)
    }

    private final class User: Sendable {
      let one: One

      init(one: One) {
        self.one = one
      }
    }
  }
}

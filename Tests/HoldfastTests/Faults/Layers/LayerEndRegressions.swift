import Holdfast
import Testing

extension Regressions {
  @Suite("The end of a layer")
  struct LayerEndRegressions {
    private final class Desk: Sendable {}

    private final class Clerk: Sendable {
      let desk: Lazy<Desk>
      let seat: Lazy<Desk>

      init(desk: Lazy<Desk>, seat: Lazy<Desk>) { (self.desk, self.seat) = (desk, seat) }
    }

    @Test("A disposer is served with what is left, and is refused what was never built", arguments: [true, false], [true, false])
    func served(isSynchronous: Bool, inChild: Bool) async throws {
      let (told, tell) = AsyncStream.makeStream(of: [String].self)
      let base = Container()
      let container = inChild ? Container(parent: base) : base
      try container.register(Desk.self) { _ in Desk() }.register(Desk.self, named: "never") { _ in Desk() }
      let disposer: @Sendable (Clerk) -> Void = { clerk in
        let found = [clerk.desk, clerk.seat].map { desk in
          do throws(ResolutionError) {
            _ = try desk.value()
            return "there"
          } catch { return "\(error.code)" }
        }
        tell.yield(found)
      }
      try container.register(Clerk.self, scope: .singleton(dispose: disposer)) { r in
        Clerk(desk: r.lazy(), seat: r.lazy(Desk.self, named: "never"))
      }
      @Sendable func use() throws { _ = try (container.resolveNow(Desk.self), container.resolveNow(Clerk.self)) }
      if isSynchronous {
        try base.withOverrides({ _ in }, operation: { () throws in try use() })
      } else {
        try await base.withOverrides({ _ in }, operation: { () async throws in try use() })
      }
      var all = told.makeAsyncIterator()
      #expect(await all.next() == ["there", "shutDown"])
    }
  }
}

import Holdfast
import TestSupport
import Testing

extension Regressions {
  /// Found by the linearizability checker: a caller had looked a cached registration up and was overtaken by a change.
  @Suite("Cached instances")
  struct CachedRegressions {
    @Test("The reset of a group, or of a key, leaves what is cached in other groups and under other keys")
    func groups() throws {
      let container = Container()
      let names: [Name] = ["first", "second", "third"]
      for (name, group) in zip(names, [CacheGroup("one"), CacheGroup("one"), CacheGroup("two")]) {
        try container.register(Numbered.self, named: name, scope: .cached(group)) { _ in Numbered(0) }
      }
      func resolve() throws -> [Numbered] { try names.map { try container.resolve(Numbered.self, named: $0) } }
      let before = try resolve()
      container.reset(group: CacheGroup("one"))
      let after = try resolve()
      #expect(zip(before, after).map { $0 === $1 } == [false, false, true])
      try container.reset(Numbered.self, named: "first")
      #expect(zip(after, try resolve()).map { $0 === $1 } == [false, true, true])
    }

    @Test("A cached registration that is replaced while it is resolved is built once at most", .load)
    func replacement() async throws {
      let (container, isOver) = (Container(), Counter())
      try container.register(Numbered.self, scope: .cached("session")) { _ in Numbered(0) }
      let resolvers = (0..<3).map { _ in
        Pending.onThread { while isOver.value == 0 { _ = try container.resolveNow(Numbered.self) } }
      }
      let twice = try await onThread(within: Timeout.longSeconds) {
        defer { isOver.set(1) }
        var twice = 0
        var builds: [Counter] = []
        for number in 1...Effort.scaled(20_000) {
          let count = Counter()
          builds.append(count)
          try container.register(Numbered.self, scope: .cached("session")) { _ in
            count.add()
            return Numbered(number)
          }
        }
        for count in builds where count.value > 1 { twice += 1 }
        return twice
      }
      for resolver in resolvers { try await resolver.value() }
      #expect(twice == 0)
    }

    // resolver                          resetter
    // finds the registration
    //                                   resets everything, resolves: A
    // sees that its cell was exchanged
    // and must leave A where it is
    //                                   resolves: A again
    @Test("A resolve that a reset of everything overtook leaves what was cached since", .load)
    func resetOfEverything() async throws {
      let (container, isOver) = (Container(), Counter())
      try container.register(Numbered.self, scope: .cached("session")) { _ in Numbered(0) }
      let resolvers = (0..<3).map { _ in
        Pending.onThread { while isOver.value == 0 { _ = try container.resolveNow(Numbered.self) } }
      }
      let lost = try await onThread(within: Timeout.longSeconds) {
        defer { isOver.set(1) }
        var lost = 0
        for _ in 0..<Effort.scaled(20_000) {
          try container.resetAll()
          let first = try container.resolveNow(Numbered.self)
          for _ in 0..<4 where try container.resolveNow(Numbered.self) !== first { lost += 1 }
        }
        return lost
      }
      for resolver in resolvers { try await resolver.value() }
      #expect(lost == 0)
    }
  }

  private final class Numbered: Sendable {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }
}

import Holdfast
import HoldfastDefinitions
import TestSupport
import Testing

/// A container remembers what its collections are made of: each way in which that may have changed.
@Suite("The members of a collection are remembered, and never stale")
struct KnownMembersTests {
  private let container = Container()

  private func register(_ number: Int, named name: Name? = nil, in registrar: Container? = nil) throws {
    try (registrar ?? container).register(Int.self, named: name) { _ in number }
  }

  /// Asks twice, so that the second time is by what was remembered; with threads and with tasks.
  private func all(_ resolver: some ContainerResolver & Sendable, includingParent: Bool = true) async throws -> [Int] {
    let first = try await resolver.resolveAll(Int.self, includingParent: includingParent)
    #expect(try await resolver.resolveAll(Int.self, includingParent: includingParent) == first)
    #expect(try { try resolver.resolveAll(Int.self, includingParent: includingParent) }() == first)
    return first
  }

  @Test("Registered, replaced, reset, unregistered, one by one, in a batch and as a contribution")
  func changes() async throws {
    #expect(try await all(container) == [])
    try register(1, named: "a")
    try register(2, named: "b")
    #expect(try await all(container) == [1, 2])
    try register(3)
    #expect(try await all(container) == [1, 2, 3])
    // Registered again, it is the last one.
    try register(4, named: "a")
    #expect(try await all(container) == [2, 3, 4])
    try container.reset(Int.self, named: "b")
    #expect(try await all(container) == [2, 3, 4])
    try container.contribute(Int.self) { _ in 5 }
    #expect(try await all(container) == [2, 3, 4, 5])
    try container.registerAll {
      $0.register(Int.self, named: "c") { _ in 6 }
      $0.register(Int.self, named: "b") { _ in 7 }
      $0.register(Int.self, named: "d", scope: .transient) { _ in 8 }
    }
    #expect(try await all(container) == [3, 4, 5, 6, 7, 8])
    try container.unregister(Int.self, named: "c")
    #expect(try await all(container) == [3, 4, 5, 7, 8])
    try container.resetAll()
    #expect(try await all(container) == [3, 4, 5, 7, 8])
    try container.unregisterAll()
    #expect(try await all(container) == [])
    try register(9)
    #expect(try await all(container) == [9])
  }

  @Test("A collection that is registered itself is meant itself, from then on")
  func whole() async throws {
    try register(1)
    #expect(try await all(container) == [1])
    try container.register([Int].self) { _ in [7, 8] }
    #expect(try await all(container) == [7, 8])
    try container.unregister([Int].self)
    #expect(try await all(container) == [1])
  }

  @Test("By names, and by the name of the collection")
  func names() throws {
    try register(1, named: "a")
    try container.contribute(Int.self, named: "some") { _ in 2 }
    for _ in 0..<2 {
      #expect(try container.resolve([Name: Int].self) == ["a": 1])
      #expect(try container.resolve([Int].self, named: "some") == [2])
      #expect(try container.resolve([Int].self) == [1, 2])
    }
    try register(3, named: "b")
    try container.contribute(Int.self, named: "some") { _ in 4 }
    for _ in 0..<2 {
      #expect(try container.resolve([Name: Int].self) == ["a": 1, "b": 3])
      #expect(try container.resolve([Int].self, named: "some") == [2, 4])
    }
  }

  @Test("A parent's come first, with and without it, until either changes", arguments: [false, true])
  func parents(isSealed: Bool) async throws {
    try register(1, named: "a")
    try register(2, named: "b")
    let child = Container(parent: container)
    try register(3, named: "c", in: child)
    #expect(try await all(child) == [1, 2, 3])
    #expect(try await all(child, includingParent: false) == [3])
    try register(4, named: "a", in: child)
    #expect(try await all(child) == [2, 3, 4])
    try register(5, named: "d")
    #expect(try await all(child) == [2, 5, 3, 4])
    if isSealed { child.seal() }
    try container.unregister(Int.self, named: "b")
    #expect(try await all(child) == [5, 3, 4])
    let grandchild = Container(parent: child)
    #expect(try await all(grandchild) == [5, 3, 4])
    try register(6)
    #expect(try await all(grandchild) == [5, 6, 3, 4])
    try await container.shutdown()
    #expect(try failure { try grandchild.resolveAll(Int.self) }.code == .shutDown)
  }

  @Test("A layer changes it for its task, here and in children")
  func layers() async throws {
    try register(1, named: "a")
    let child = Container(parent: container)
    #expect(try await all(container) == [1])
    #expect(try await all(child) == [1])
    try await container.withOverrides {
      $0.register(Int.self, named: "a") { _ in 2 }
      $0.register(Int.self, named: "b") { _ in 3 }
    } operation: { () async throws in
      let (own, childs) = (try await all(container), try await all(child))
      #expect(own == [2, 3] && childs == own)
    }
    #expect(try await all(container) == [1])
    #expect(try await all(child) == [1])
  }

  @Test("Scopes have their own instances, also in a scope that was given some")
  func scopes() async throws {
    let made = Counter()
    try container.register(Int.self, named: "a", scope: .scoped) { _ in made.add() }
    try register(100, named: "b")
    for round in 1...2 {
      try await container.withScope { scope async throws in
        let values = try await all(scope)
        #expect(values == [round, 100])
      }
    }
    #expect(try failure { try container.resolveAll(Int.self) }.code == .outsideScope)
  }

  @Test("A factory that collects its own type leaves itself out, also where the members are known")
  func collectors() async throws {
    try register(1, named: "a")
    #expect(try await all(container) == [1])
    try container.register(Int.self, named: "sum") { try $0.resolveAll(Int.self).reduce(0, +) + 10 }
    #expect(try await all(container) == [1, 11])
    try container.unregister(Int.self, named: "sum")
    #expect(try await all(container) == [1])
    try container.register(Int.self, named: "count") { [container] _ in try container.resolveAll(Int.self).count + 20 }
    #expect(try await all(container) == [1, 21])
  }

  @Test("Once it is over, that is said", arguments: [false, true])
  func shutdown(isSealed: Bool) async throws {
    try register(1)
    #expect(try await all(container) == [1])
    if isSealed { container.seal() }
    #expect(try await all(container) == [1])
    try await container.shutdown()
    #expect(try failure { try container.resolveAll(Int.self) }.code == .shutDown)
  }

  @Test("A thread that has seen a registration sees it in the collection too")
  func order() async throws {
    let start = Gate("the start of the race")
    try register(0, named: "item-0")
    let reader = Pending.onThread { [container] () throws in
      try start.block()
      var seen = 0
      while seen < 200 {
        while try container.resolveIfRegistered(Int.self, named: Name("item-\(seen + 1)")) != nil, seen < 200 { seen += 1 }
        #expect(try container.resolveAll(Int.self).count > seen)
      }
    }
    start.open()
    for number in 1...200 { try register(number, named: Name("item-\(number)")) }
    try await reader.value()
  }

  /// A member that is kept by nothing but the container.
  private final class Member: Sendable {
    let (name, number): (Name, Int)
    private let alive: Counter

    init(_ name: Name, _ number: Int, _ alive: Counter) {
      (self.name, self.number, self.alive) = (name, number, alive)
      alive.add()
    }

    deinit { alive.add(-1) }
  }

  @Test("A member that is reset or replaced is made anew, and what is remembered keeps no old one", arguments: [1, 70])
  func renewed(count: Int) throws {
    let (made, alive) = (Counter(), Counter())
    let names = (0..<count).map { Name("member-\($0)") }
    func register(_ name: Name) throws { try container.register(Member.self, named: name) { _ in Member(name, made.add(), alive) } }
    func numbers() throws -> [Int] {
      let first = try container.resolveAll(Member.self).map(\.number)
      #expect(try container.resolveAll(Member.self).map(\.number) == first)
      return first
    }
    for name in names { try register(name) }
    #expect(try numbers() == Array(1...count))
    try container.reset(Member.self, named: names[count - 1])
    #expect(alive.value == count - 1)
    #expect(try numbers() == Array(1..<count) + [count + 1])
    try register(names[0])
    #expect(alive.value == count - 1)
    #expect(try numbers().last == count + 2)
    #expect(try numbers().count == count)
    try container.resetAll()
    #expect(alive.value == 0)
    #expect(try numbers().sorted() == Array(count + 3...2 * count + 2))
    try container.unregisterAll()
    #expect(alive.value == 0)
    #expect(try numbers() == [])
  }

  @Test("Threads that ask for all while members are reset and replaced get each of them, and a live one", .load)
  func races() async throws {
    let (made, alive) = (Counter(), Counter())
    let names = (0..<10).map { Name("member-\($0)") }
    for name in names { try container.register(Member.self, named: name) { _ in Member(name, made.add(), alive) } }
    let readers = (0..<3).map { _ in
      Pending.onThread { [container] () throws in
        for _ in 0..<2_000 {
          let members = try container.resolveAll(Member.self)
          #expect(Set(members.map(\.name)) == Set(names) && members.count == names.count)
        }
      }
    }
    for turn in 0..<2_000 {
      let name = names[turn % names.count]
      if turn % 3 == 0 {
        try container.register(Member.self, named: name) { _ in Member(name, made.add(), alive) }
      } else {
        try container.reset(Member.self, named: name)
      }
    }
    for reader in readers { try await reader.value() }
    try container.unregisterAll()
    #expect(alive.value == 0)
  }
}

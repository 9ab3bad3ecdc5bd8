import OnceKernel
import Testing

/// Builds whose injectors refer to each other: they see each other early, and all other callers see all of them or none.
@Suite("WaitGraph: injection groups")
struct InjectionGroupTests {
  private let a = OnceCell("a")
  private let b = OnceCell("b")
  private let c = OnceCell("c")
  private let instances = (0..<3).map { _ in Instance() }

  /// a and b are constructed by two callers; a's injector waits for b, b's injector sees a early.
  private func pair() throws -> (a: Attempt, b: Attempt, waiter: Waiter) {
    let (first, second) = (try a.begin(), try b.begin())
    #expect(a.constructed(first, instances[0]) && b.constructed(second, instances[1]))
    let waiter = try b.wait(for: first)
    #expect(try a.early(for: second) === instances[0])
    return (first, second, waiter)
  }

  @Test("A cycle on objects that are all constructed is an early reference")
  func early() async throws {
    let (first, second, waiter) = try pair()
    #expect(a.instance == nil && b.instance == nil)
    let held = try #require(try b.held(second, instances[1]))
    // a's injector goes on with b, which no other caller sees yet.
    #expect(await waiter.instance === instances[1])
    #expect(b.instance == nil && b.ready.load() == nil)
    try a.publish(first, instances[0])
    #expect(await held.instance === instances[1])
    #expect(a.instance === instances[0] && b.instance === instances[1])
  }

  @Test("Of a group, the cells that were taken out of their tables are named to the caller that publishes it")
  func retired() throws {
    let (first, second, _) = try pair()
    #expect(b.retire() == nil)
    _ = try b.held(second, instances[1])
    guard case .published(let retired) = a.finish(first, instances[0]) else {
      throw Unexpected(description: "the group is published")
    }
    #expect(retired.count == 1 && retired.first === b)
  }

  @Test("On one thread: the inner build is done at once, published with the outer one")
  func nested() throws {
    let first = try a.begin()
    #expect(a.constructed(first, instances[0]))
    let second = try b.begin(for: first)
    #expect(b.constructed(second, instances[1]))
    #expect(try a.early(for: second) === instances[0])
    #expect(try b.held(second, instances[1], for: first) == nil, "its own caller goes on")
    #expect(b.instance == nil)
    try a.publish(first, instances[0])
    #expect(b.instance === instances[1])
  }

  @Test("An object that asks for itself while it is injected gets itself")
  func oneself() throws {
    let first = try a.begin()
    #expect(a.constructed(first, instances[0]))
    #expect(try a.early(for: first) === instances[0])
    try a.publish(first, instances[0])
    #expect(a.instance === instances[0])
  }

  @Test("A cycle with an initializer in it is an error")
  func initializer() throws {
    let (first, second) = (try a.begin(), try b.begin())
    #expect(a.constructed(first, instances[0]))
    try b.wait(for: first)
    // b is not constructed: the build that closes the circle gets no early reference, from either end.
    #expect(try a.cycle(for: second) == ["a", "b"])
    second.fail(Unexpected(description: "cycle"))
    first.fail(Unexpected(description: "cycle"))
    #expect(!a.isBuilding && !b.isBuilding)
  }

  @Test("A third build joins the group through one of its members")
  func merge() async throws {
    let (first, second, waiter) = try pair()
    let third = try c.begin()
    #expect(c.constructed(third, instances[2]))
    let forC = try c.wait(for: first)
    #expect(try b.early(for: third) === instances[1])
    // Three in one group now: none is published before all are injected.
    let heldB = try #require(try b.held(second, instances[1]))
    let heldC = try #require(try c.held(third, instances[2]))
    #expect(await waiter.instance === instances[1])
    #expect(await forC.instance === instances[2])
    #expect([a, b, c].allSatisfy { $0.instance == nil })
    try a.publish(first, instances[0])
    #expect(await heldB.instance === instances[1])
    #expect(await heldC.instance === instances[2])
    #expect([a, b, c].allSatisfy { $0.instance != nil })
  }

  @Test("Two groups that come to wait for each other become one")
  func mergeGroups() async throws {
    let d = OnceCell("d")
    let other = Instance()
    let (first, second, _) = try pair()
    let (third, fourth) = (try c.begin(), try d.begin())
    #expect(c.constructed(third, instances[2]) && d.constructed(fourth, other))
    try d.wait(for: third)
    #expect(try c.early(for: fourth) === instances[2])
    // {a, b} and {c, d}: a waits for c, then d wants b.
    try c.wait(for: first)
    #expect(try b.early(for: fourth) === instances[1])
    let held = [try d.held(fourth, other), try c.held(third, instances[2]), try b.held(second, instances[1])]
    #expect([a, b, c, d].allSatisfy { $0.instance == nil })
    try a.publish(first, instances[0])
    for waiter in held { #expect(await waiter?.instance != nil) }
    #expect([a, b, c, d].allSatisfy { $0.instance != nil })
  }

  @Test("An outsider waits for the whole group")
  func outsider() async throws {
    let (first, second, waiter) = try pair()
    let outside = try b.wait()
    let (third, builder) = (try c.begin(), OnceCell("outside"))
    let build = try builder.begin()
    let buildOutside = try b.wait(for: build)
    _ = try b.held(second, instances[1])
    #expect(await waiter.instance === instances[1])
    // A build outside the group waits for every member: a asking for it would be a cycle.
    #expect(try builder.cycle(for: first) == ["outside", "a"] || builder.cycle(for: first) == ["outside", "b"])
    #expect(a.isBuilding && b.isBuilding)
    try a.publish(first, instances[0])
    #expect(await outside.instance === instances[1])
    #expect(await buildOutside.instance === instances[1])
    build.fail(Unexpected(description: "over"))
    third.fail(Unexpected(description: "over"))
  }

  @Test("When one member fails, nothing of the group is published and every waiter gets the error")
  func failure() async throws {
    let (first, second, _) = try pair()
    let (outsideA, outsideB) = (try a.wait(), try b.wait())
    let held = try #require(try b.held(second, instances[1]))
    let late = try b.wait()
    first.fail(Unexpected(description: "an injector threw"))
    for waiter in [outsideA, outsideB, held, late] { #expect((await waiter.error as? Unexpected)?.description == "an injector threw") }
    #expect(a.instance == nil && b.instance == nil && !a.isBuilding && !b.isBuilding)
    guard case .failed = b.finish(second, instances[1]) else { throw Unexpected(description: "b failed with its group") }
    // Both cells are empty and usable.
    try a.publish(try a.begin(), instances[0])
    try b.publish(try b.begin(), instances[1])
  }
}

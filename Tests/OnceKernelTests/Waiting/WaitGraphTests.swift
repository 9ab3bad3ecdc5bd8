import OnceKernel
import Testing

/// The verdicts of the wait-for graph, asked through cells, on one thread and without ever waiting.
@Suite("WaitGraph: cycles")
struct WaitGraphTests {
  private let cells = ["a", "b", "c", "d", "e"].map { OnceCell($0) }

  /// Builds in all cells, each without a requester.
  private func builds() throws -> [Attempt] { try cells.map { try $0.begin() } }

  @Test("Who works for no build may wait for any")
  func outsider() throws {
    let builds = try builds()
    for (cell, build) in zip(cells, builds) {
      try cell.wait()
      build.fail(Unexpected(description: "over"))
    }
  }

  @Test("Builds that do not wait for each other may begin to, in any shape without a circle")
  func safe() throws {
    let (cells, builds) = (cells, try builds())
    // A diamond: a → b → d, a → c → d, and e → a.
    try cells[1].wait(for: builds[0])
    try cells[3].wait(for: builds[1])
    try cells[2].wait(for: builds[0])
    try cells[3].wait(for: builds[2])
    try cells[0].wait(for: builds[4])
    // Two children of one build may wait for the same thing.
    try cells[3].wait(for: builds[2])
    for build in builds { build.fail(Unexpected(description: "over")) }
  }

  @Test("A build that asks for itself is a cycle of one")
  func oneself() throws {
    let build = try cells[0].begin()
    #expect(try cells[0].cycle(for: build) == ["a"])
    build.fail(Unexpected(description: "over"))
  }

  @Test("Cycles of two, three and five, through waiting", arguments: [2, 3, 5])
  func waiting(_ length: Int) throws {
    let (cells, builds) = (cells, try builds())
    for index in 1..<length { try cells[index].wait(for: builds[index - 1]) }
    #expect(try cells[0].cycle(for: builds[length - 1]) == cells[..<length].map { name(of: $0.subject) })
    for build in builds { build.fail(Unexpected(description: "over")) }
  }

  @Test("Cycles of two, three and five, through nested builds", arguments: [2, 3, 5])
  func nested(_ length: Int) throws {
    var builds = [try cells[0].begin()]
    for index in 1..<length { builds.append(try cells[index].begin(for: builds[index - 1])) }
    #expect(try cells[0].cycle(for: builds[length - 1]) == cells[..<length].map { name(of: $0.subject) })
    #expect(try cells[1].cycle(for: builds[length - 1]) == cells[1..<length].map { name(of: $0.subject) })
    for build in builds.reversed() { build.fail(Unexpected(description: "over")) }
  }

  @Test("A build that ended waits for nothing: no false cycle")
  func ended() throws {
    let (a, b) = (try cells[0].begin(), try cells[1].begin())
    let waiter = try cells[1].wait(for: a)
    a.fail(Unexpected(description: "over"))
    let again = try cells[0].begin()
    try cells[0].wait(for: b)
    #expect(a.isDecided && !again.isDecided)
    // The old build's waiter is still on the list; the new build does not wait.
    try cells[1].publish(b, Instance())
    _ = waiter
    #expect(throws: Unexpected.self) { try cells[1].cycle(for: again) }
    again.fail(Unexpected(description: "over"))
  }

  @Test("A caller whose build has ended acts for no build")
  func endedCaller() throws {
    let a = try cells[0].begin()
    try cells[0].publish(a, Instance())
    #expect(a.isDecided)
    let b = try cells[1].begin(for: a)
    try cells[1].wait(for: a)
    #expect(!b.wouldClose(with: a))
    b.fail(Unexpected(description: "over"))
  }

  @Test("Asking whether waiting would close a circle decides nothing")
  func wouldClose() throws {
    let (a, b) = (try cells[0].begin(), try cells[1].begin())
    #expect(!b.wouldClose(with: a))
    #expect(a.wouldClose(with: a))
    try cells[1].wait(for: a)
    #expect(a.wouldClose(with: b) && !b.wouldClose(with: a))
    #expect(try cells[0].cycle(for: b) == ["a", "b"])
    a.fail(Unexpected(description: "over"))
    b.fail(Unexpected(description: "over"))
    #expect(!a.wouldClose(with: b))
  }

  @Test("A waiter that was cancelled leaves no edge")
  func cancelled() async throws {
    let (a, b) = (try cells[0].begin(), try cells[1].begin())
    let waiter = try cells[1].wait(for: a)
    #expect(await waiter.isCancelledByItsTask)
    try cells[0].wait(for: b)
    a.fail(Unexpected(description: "over"))
    b.fail(Unexpected(description: "over"))
  }
}

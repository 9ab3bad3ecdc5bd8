import OnceKernel
import Testing

/// Which attempts a thread keeps for later builds.
@Suite("Reuse of attempts")
struct AttemptReuseTests {
  /// Begins a build on this thread.
  private static func begin(_ cell: OnceCell, for build: Attempt? = nil) throws -> Attempt {
    let depth = (build?.depth ?? -1) + 1
    guard case .build(let attempt) = cell.ask(for: build, depth: depth, mode: .blocking, buildsAsynchronously: false, on: Threads.current)
    else { throw Unexpected(description: "it is not idle") }
    return attempt
  }

  /// Builds in `cell`, and keeps the attempt unless it may not be kept; answers where that stands.
  private static func build(_ cell: OnceCell, _ body: (Attempt) throws -> Void = { _ in }) throws -> UInt {
    let attempt = try begin(cell)
    try body(attempt)
    try cell.publish(attempt, Instance())
    // Compared only with those of attempts that nothing frees.
    let place = UInt(bitPattern: ObjectIdentifier(attempt))
    Attempt.keep(consume attempt, on: Threads.current)
    return place
  }

  #if !Exploration
    @Test("The attempt of a build of which no other caller knew is used again, and tells of the new build only")
    func reused() throws {
      let first = try Self.build(OnceCell("first"))
      let cell = OnceCell("second")
      let attempt = try Self.begin(cell)
      // The thread keeps it, so no other object has its place.
      #expect(UInt(bitPattern: ObjectIdentifier(attempt)) == first)
      #expect(name(of: attempt.subject) == "second")
      #expect(attempt.place == nil && attempt.depth == 0 && attempt.mayAsk && !attempt.isFinished && !attempt.hasDeferred)
      #expect(BuildInFlight.all.contains { $0.subject === cell.subject })
      attempt.fail(Unexpected(description: "no more"))
      #expect(!BuildInFlight.all.contains { $0.subject === cell.subject })
    }
  #endif

  @Test("What is kept keeps nothing of its build alive")
  func keepsNothing() throws {
    weak var outer: Subject?
    weak var inner: Subject?
    do {
      let (first, second) = (Subject("outer"), Subject("inner"))
      (outer, inner) = (first, second)
      let (cell, nested) = (OnceCell(.shared, subject: first), OnceCell(.shared, subject: second))
      let attempt = try Self.begin(cell)
      let own = try Self.begin(nested, for: attempt)
      try nested.publish(own, Instance())
      Attempt.keep(consume own, on: Threads.current)
      try cell.publish(attempt, Instance())
      Attempt.keep(consume attempt, on: Threads.current)
    }
    #expect(outer == nil && inner == nil)
  }

  @Test("An attempt that others know of is not used again")
  func known() throws {
    var held: [Attempt] = []
    let first = try Self.build(OnceCell("held")) { held.append($0) }
    let waited = OnceCell("waited")
    let second = try Self.build(waited) { _ in try waited.wait() }
    let listed = OnceCell("listed")
    _ = try Self.build(listed) { attempt in held += Attempt.running.map(\.attempt).filter { $0 === attempt } }
    for name in ["next", "after", "last"] {
      let attempt = try Self.begin(OnceCell(name))
      #expect(!held.contains { $0 === attempt })
      held.append(attempt)
    }
    #expect(first != second)
    for attempt in held where !attempt.isFinished { attempt.fail(Unexpected(description: "no more")) }
    #expect(held[0].subject is Subject && name(of: held[0].subject) == "held")
  }
}

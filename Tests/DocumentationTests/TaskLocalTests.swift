import Holdfast
import Synchronization
import Testing

/// The table of the article "Threading and isolation" about task-local values, row by row.
@Suite("Task-local values reach what the article says")
struct TaskLocalTests {
  @TaskLocal private static var trace = "none"

  @Test("a synchronous factory sees its caller's", arguments: [Lifetime<Seen>.singleton, .cached("group"), .scoped])
  func synchronous(scope: Lifetime<Seen>) async throws {
    try await expect("caller") { $0.register(Seen.self, scope: scope) { _ in Seen(Self.trace) } }
  }

  @Test("other factories of a transient value see their caller's")
  func transient() async throws {
    try await expect("caller") { $0.register(Seen.self, scope: .transient, .async { _ in Seen(Self.trace) }) }
    try await expect("caller") { $0.register(Seen.self, scope: .transient, .isolated { @Elsewhere _ in Seen(Self.trace) }) }
    try await expect("caller") { $0.register(Seen.self, scope: .transient, .mainActor { _ in Seen(Self.trace) }) }
  }

  @Test(
    "other factories of a scoped value see those of the task that asks first",
    arguments: [Lifetime<Seen>.scoped, .scoped(to: "request")])
  func scoped(scope: Lifetime<Seen>) async throws {
    try await expect("caller") { $0.register(Seen.self, scope: scope, .async { _ in Seen(Self.trace) }) }
    try await expect("caller") { $0.register(Seen.self, scope: scope, .isolated { @Elsewhere _ in Seen(Self.trace) }) }
    try await expect("caller") { $0.register(Seen.self, scope: scope, .mainActor { _ in Seen(Self.trace) }) }
  }

  @Test("other factories of a singleton or a cached value see none", arguments: [Lifetime<Seen>.singleton, .cached("group")])
  func shared(scope: Lifetime<Seen>) async throws {
    try await expect("none") { $0.register(Seen.self, scope: scope, .async { _ in Seen(Self.trace) }) }
    try await expect("none") { $0.register(Seen.self, scope: scope, .isolated { @Elsewhere _ in Seen(Self.trace) }) }
    try await expect("none") { $0.register(Seen.self, scope: scope, .mainActor { _ in Seen(Self.trace) }) }
  }

  @Test("other factories of a weak value or of a graph's see none")
  func unshared() async throws {
    try await expect("none") { $0.register(Seen.self, scope: .weak, .async { _ in Seen(Self.trace) }) }
    try await expect("none") { $0.register(Seen.self, scope: .graph, .async { _ in Seen(Self.trace) }) }
  }

  @Test("a disposer sees those of the task that ends its scope, in synchronous code too")
  func endOfScope() async throws {
    let (container, disposals) = try makeDisposing { .scoped(dispose: $0) }
    try await Self.$trace.withValue("ends") {
      try await container.withScope { scope in _ = try await scope.resolve(Seen.self) }
    }
    await #expect(disposals.next() == "ends")
    let scope = try container.openScope()
    _ = try await scope.resolve(Seen.self)
    Self.$trace.withValue("ends in synchronous code") { _ = scope.end() }
    await #expect(disposals.next() == "ends in synchronous code")
  }

  @Test("other disposers see none")
  func otherEnds() async throws {
    let (container, disposals) = try makeDisposing { .singleton(dispose: $0) }
    try await Self.$trace.withValue("caller") {
      _ = try await container.resolve(Seen.self)
      try container.reset(Seen.self)
      await #expect(disposals.next() == "none")
      _ = try await container.resolve(Seen.self)
      _ = try await container.shutdown()
      await #expect(disposals.next() == "none")
    }
  }

  final class Seen: Sendable {
    /// What the factory saw.
    let trace: String

    init(_ trace: String) { self.trace = trace }
  }

  private func expect(_ expected: String, _ register: (Batch) -> Void) async throws {
    let container = try Container(register)
    try await Self.$trace.withValue("caller") {
      let seen = try await container.withScope("request") { scope in try await scope.resolve(Seen.self) }
      #expect(seen.trace == expected)
    }
  }

  /// A container with a value whose disposer says what it sees.
  private func makeDisposing(
    _ lifetime: (@escaping @Sendable (Seen) async throws -> Void) -> Lifetime<Seen>
  ) throws -> (Container, Disposals) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let container = try Container { batch in
      batch.register(Seen.self, scope: lifetime { _ in continuation.yield(Self.trace) }) { _ in Seen(Self.trace) }
    }
    return (container, Disposals(iterator: stream.makeAsyncIterator()))
  }

  /// What disposers saw, one after the other. Used by one test.
  private final class Disposals {
    private var iterator: AsyncStream<String>.Iterator

    init(iterator: AsyncStream<String>.Iterator) { self.iterator = iterator }

    func next() async -> String? { await iterator.next() }
  }

  @globalActor private actor Elsewhere {
    static let shared = Elsewhere()
  }
}

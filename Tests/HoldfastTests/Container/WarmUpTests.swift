import Holdfast
import HoldfastCompatibility
import Synchronization
import Testing

@Suite("Warming up")
struct WarmUpTests {
  private final class Report: Sendable {}
  private final class Connection: Sendable {}

  @Test("What needs an asynchronous value that is registered after it has its turn again")
  func order() async throws {
    let container = Container()
    try container.register(Report.self) { r in
      _ = try r.resolve(Connection.self)
      return Report()
    }
    try container.register(
      Connection.self,
      .async { _ in
        await Task.yield()
        return Connection()
      })
    // One at a time, so that the report is first.
    let steps = try await container.warmUp(width: 1)
    #expect(Set(steps.map(\.key)) == [AnyKey(Report.self), AnyKey(Connection.self)])
    #expect(container.peek(Report.self) != nil && container.peek(Connection.self) != nil)
  }

  @Test("A key that only a parent has is built in the parent", arguments: [1, 2], [false, true])
  func parentsKey(depth: Int, throughChain: Bool) async throws {
    let parent = try Container { batch in
      batch.register(
        Connection.self,
        .async { _ in
          await Task.yield()
          return Connection()
        })
      batch.register(Report.self) { r in
        _ = try r.resolve(Connection.self)
        return Report()
      }
    }
    var child = parent
    for _ in 0..<depth { child = throughChain ? Container(parent: ResolverChain([Container(), child])) : Container(parent: child) }
    let steps = try await child.warmUp([AnyKey(Report.self), AnyKey(Connection?.self)], width: 1)
    #expect(Set(steps.map(\.key)) == [AnyKey(Report.self), AnyKey(Connection?.self)])
    let report = try #require(parent.peek(Report.self))
    #expect(try child.resolveNow(Report.self) === report)
    #expect(child.peek(Report.self) == nil)
    #expect(try await child.warmUp().isEmpty, "without keys it builds what is the child's own")
    let error = await #expect(throws: ResolutionError.self) { try await child.warmUp([AnyKey(Int.self)]) }
    #expect(error?.code == .notRegistered && error?.key == AnyKey(Int.self))
  }

  /// A parent that is no container; it counts how often it is asked.
  private struct Adapter: Resolver, Sendable {
    let rest: Container
    let asked: Counter

    func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
      asked.add()
      return try rest.resolve(request)
    }

    nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
      asked.add()
      return try await rest.resolve(request)
    }

    func contains(_ key: AnyKey) -> Bool { rest.contains(key) }
  }

  @Test("A key that only a parent which is no container has is asked of that parent")
  func adaptersKey() async throws {
    let rest = try Container().register(Report.self, .async { _ in Report() }).register(
      Int.self, .factory(taking: String.self) { _, _ in 1 })
    let asked = Counter()
    let child = Container(parent: Adapter(rest: rest, asked: asked))
    #expect(try await child.warmUp([AnyKey(Report.self)]).map(\.key) == [AnyKey(Report.self)])
    #expect(asked.value == 1 && rest.peek(Report.self) != nil)
    for key in [AnyKey(Connection.self), AnyKey(Int.self, taking: String.self)] {
      let error = await #expect(throws: ResolutionError.self) { try await child.warmUp([key]) }
      #expect(error?.code == .notRegistered && error?.key == key)
    }
    #expect(asked.value == 1)
  }

  @Test("A parent's key is built with the overrides of a layer, and the parent itself builds nothing", arguments: [false, true])
  func parentsKeyInLayer(isInFrontOfParent: Bool) async throws {
    let parent = try Container { $0.register(Report.self) { _ in Report() }.register(Connection.self) { _ in Connection() } }
    let child = Container(parent: parent)
    let fake = Connection()
    try await (isInFrontOfParent ? parent : child).withOverrides({ $0.register(Connection.self, instance: fake) }) { () async throws in
      try await child.warmUp([AnyKey(Report.self), AnyKey(Connection.self)])
      #expect(try child.resolveNow(Connection.self) === fake)
    }
    #expect(parent.peek(Connection.self) == nil)
    #expect((parent.peek(Report.self) == nil) == isInFrontOfParent)
  }

  @Test("A container that has ended builds nothing in its parent, and one that is open asks the parent that has the key")
  func parentsKeyAtTheEnd() async throws {
    let parent = try Container { $0.register(Report.self) { _ in Report() } }
    let child = Container(parent: parent)
    _ = try await child.shutdown()
    let ended = await #expect(throws: ResolutionError.self) { try await child.warmUp([AnyKey(Report.self)]) }
    #expect(ended?.code == .shutDown && parent.peek(Report.self) == nil)
    let over = Container()
    _ = try await over.shutdown()
    let other = Container(parent: ResolverChain([over, parent]))
    try await other.warmUp([AnyKey(Report.self)])
    #expect(parent.peek(Report.self) != nil)
  }

  @Test("A key with arguments is refused, also once an end has begun")
  func argumentsAtTheEnd() async throws {
    func refused(_ container: Container) async -> ResolutionError.Code? {
      await #expect(throws: ResolutionError.self) { try await container.warmUp([AnyKey(Int.self, taking: String.self)]) }?.code
    }
    let parent = Container()
    let child = try Container(parent: parent).register(Int.self, scope: .transient, .factory(taking: String.self) { _, text in text.count })
    let shared = try Container().register(Int.self, .factory(taking: String.self) { _, text in text.count })
    let chained = Container(parent: ResolverChain([parent, shared]))
    _ = try await parent.shutdown()
    #expect(await refused(child) == .notRegistered)
    #expect(await refused(chained) == .notRegistered)
    try await shared.withScope { scope in
      // Inside the scope it only begins.
      _ = try await shared.shutdown()
      #expect(await refused(shared) == .notRegistered)
      #expect(try await scope.resolve(Int.self, with: "four") == 4)
    }
    _ = try await shared.shutdown()
    #expect(await refused(shared) == .shutDown)
  }

  @Test("Each key is told of once, with how many are done, whatever becomes of it")
  func progress() async throws {
    struct Unreachable: Error {}
    let container = Container()
    try container.register(Connection.self) { _ in Connection() }
    try container.register(Report.self) { _ in throw Unreachable() }
    let told = Mutex<[WarmUpStep]>([])
    let error = await #expect(throws: ResolutionError.self) {
      try await container.warmUp { step in told.withLock { $0.append(step) } }
    }
    #expect(error?.code == .factoryFailed)
    let steps = told.withLock { $0 }
    #expect(steps.map(\.completed) == [1, 2] && steps.allSatisfy { $0.total == 2 })
    #expect(Set(steps.map(\.key)) == [AnyKey(Report.self), AnyKey(Connection.self)])
    #expect(steps.first { $0.key == AnyKey(Report.self) }?.error?.code == .factoryFailed)
    #expect(steps.first { $0.key == AnyKey(Connection.self) }?.error == nil)
  }

  @Test("A key whose synchronous factory needs what only a task can make is told of too")
  func neverReady() async throws {
    let container = Container()
    try container.register(Connection.self, scope: .transient, .async { _ in Connection() })
    try container.register(Report.self) { r in
      _ = try r.resolve(Connection.self)
      return Report()
    }
    let told = Mutex<[WarmUpStep]>([])
    let error = await #expect(throws: ResolutionError.self) {
      try await container.warmUp { step in told.withLock { $0.append(step) } }
    }
    #expect(error?.code == .asyncOnly)
    let steps = told.withLock { $0 }
    #expect(steps.map(\.key) == [AnyKey(Report.self)] && steps.first?.error?.code == .asyncOnly)
  }
}

import Holdfast
import HoldfastDiagnostics
import Synchronization
import Testing

// Failures and ends of asynchronous decorators and injectors.

extension AsyncInjectionTests {
  @Test("What was made is disposed of if a decorator or the injector throws, and built anew at the next request", arguments: [false, true])
  func failure(isInjector: Bool) async throws {
    struct Refused: Error {}
    let (disposed, tries) = (Counter(), Counter())
    try container.register(Node.self, scope: .singleton(dispose: { _ in disposed.add() }), .async { _ in Node("made") })
    if isInjector {
      try container.registerInjector(
        Node.self,
        async: { _, _ in
          await Task.yield()
          if tries.add() == 1 { throw Refused() }
        })
    } else {
      try container.decorate(
        Node.self,
        async: { node, _ in
          await Task.yield()
          if tries.add() == 1 { throw Refused() }
          return node
        })
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Node.self) }
    #expect(error?.code == .factoryFailed && error?.key == AnyKey(Node.self))
    try await Timeout.until("it is disposed of") { disposed.value == 1 }
    _ = try await container.resolve(Node.self)
    try await container.shutdown()
    #expect(disposed.value == 2)
  }

  @Test("The injector is cancelled with the last caller, and what was made is disposed of", .bounded)
  func cancellation() async throws {
    let (entered, disposed) = (Gate("the injector runs"), Counter())
    try container.register(
      Node.self, scope: .singleton(dispose: { _, ending in if case .abandoned = ending { disposed.add() } }),
      .async { _ in
        Node("made")
      })
    try container.registerInjector(
      Node.self,
      async: { _, _ in
        entered.open()
        try await Task.sleep(for: .seconds(600))
      })
    let caller = Task { [container] in try await container.resolve(Node.self) }
    try await entered.pass()
    caller.cancel()
    await #expect { try await caller.value } throws: { ($0 as? ResolutionError)?.code == .cancelled }
    try await Timeout.until("it is disposed of") { disposed.value == 1 }
    #expect(container.peek(Node.self) == nil)
  }

  @Test("No caller has the object before its injector is through, and a shutdown waits for that", .bounded)
  func hidden() async throws {
    let (entered, go) = (Gate("the injector runs"), Gate("the injector goes on"))
    try container.register(Node.self, .async { _ in Node("made") }).registerInjector(
      Node.self,
      async: { node, _ in
        entered.open()
        try await go.pass()
        node.take(Node("injected"))
      })
    let callers = (0..<4).map { _ in Task { [container] in try await container.resolve(Node.self) } }
    try await entered.pass()
    #expect(container.peek(Node.self) == nil)
    #expect(throws: ResolutionError.self) { try container.resolveNow(Node.self) }
    let ending = Task { [container] in try await container.shutdown() }
    go.open()
    for caller in callers {
      if let node = try? await caller.value { #expect(node.next?.name == "injected") }
    }
    #expect(try await ending.value.isClean)
  }

  @Test("A shutdown that cancels builds cancels the injector, and disposes of what was made", .bounded)
  func cancelledByShutdown() async throws {
    let (entered, disposed) = (Gate("the injector runs"), Counter())
    try container.register(Node.self, scope: .singleton(dispose: { _ in disposed.add() }), .async { _ in Node("made") })
      .registerInjector(
        Node.self,
        async: { _, _ in
          entered.open()
          try await Task.sleep(for: .seconds(600))
        })
    let caller = Task { [container] in try await container.resolve(Node.self) }
    try await entered.pass()
    #expect(try await container.shutdown(builds: .cancel).isClean)
    await #expect { try await caller.value } throws: { ($0 as? ResolutionError)?.code == .shutDown }
    #expect(disposed.value == 1)
  }

  @Test("Asking too early in one of them names it, with a remedy that works", arguments: [false, true])
  func tooEarly(isInjector: Bool) async throws {
    try container.register(Int.self, .async { _ in 1 }).register(Node.self, .async { _ in Node("made") })
    if isInjector {
      try container.registerInjector(
        Node.self,
        async: { _, r in
          await Task.yield()
          _ = try r.resolveNow(Int.self)
        })
    } else {
      try container.decorate(
        Node.self,
        async: { node, r in
          await Task.yield()
          _ = try r.resolveNow(Int.self)
          return node
        })
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Node.self) }
    #expect(error?.code == .asyncOnly && error?.message.contains(isInjector ? "the injector of" : "a decorator of") == true)
    #expect(error?.message.contains("without await") == true && error?.remedy.hasPrefix("Write await there") == true)
  }

  @Test("A replacement is decorated and injected before it is shown")
  func replaced() async throws {
    try container.register(Node.self, .async { _ in Node("old") })
    _ = try await container.resolve(Node.self)
    try await container.replace { batch in
      batch.decorate(
        Node.self,
        async: { node, _ in
          await Task.yield()
          return Node(node.name + ", decorated")
        })
      batch.registerInjector(
        Node.self,
        async: { node, _ in
          await Task.yield()
          node.take(Node("injected"))
        })
    }
    let node = try container.resolveNow(Node.self)
    #expect(node.name == "old, decorated" && node.next?.name == "injected")
    await #expect { try await container.replace { $0.register(Node.self) { _ in Node("new") } } } throws: {
      ($0 as? ResolutionError)?.code == .asyncExtension
    }
    #expect(try container.resolveNow(Node.self) === node)
  }

  @Test("A transient that is made asynchronously is decorated and injected in its caller's task")
  func callersTask() async throws {
    try container.register(Node.self, scope: .transient, .async { _ in Node(Self.trace) })
      .decorate(
        Node.self,
        async: { node, _ in
          await Task.yield()
          return Node(node.name + Self.trace)
        }
      )
      .registerInjector(
        Node.self,
        async: { node, _ in
          await Task.yield()
          node.take(Node(Self.trace))
        })
    let node = try await Self.$trace.withValue("x") { try await container.resolve(Node.self) }
    #expect(node.name == "xx" && node.next?.name == "x")
  }
}

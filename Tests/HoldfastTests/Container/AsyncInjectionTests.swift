import Holdfast
import HoldfastDiagnostics
import Synchronization
import Testing

@Suite("Asynchronous decorators and injectors")
struct AsyncInjectionTests {
  final class Node: Sendable {
    let name: String
    private let others = Mutex<[Node]>([])
    var next: Node? { others.withLock { $0.first } }

    init(_ name: String) { self.name = name }

    func take(_ node: Node) { others.withLock { $0.append(node) } }
  }

  let container = Container()

  // MARK: Where they run

  @Test("They run for what is made asynchronously in every manner, once for each value", arguments: Cell.all.filter(\.isAsynchronous))
  func everywhere(_ cell: Cell) async throws {
    let (decorated, injected) = (Counter(), Counter())
    let container = try Container { batch in
      cell.register(batch) { _ in }
      batch.register(Part.self, .async { _ in Part("part") })
      batch.decorate(
        Unit.self,
        async: { unit, r in
          _ = try await r.resolve(Part.self)
          decorated.add()
          return Unit(unit.number + 100)
        })
      batch.registerInjector(
        Unit.self,
        async: { unit, r in
          _ = try await r.resolve(Part.self)
          #expect(unit.number == 107 && injected.add() == decorated.value)
        })
    }
    try await container.withScope(Life.kind) { scope in
      let unit = try await cell.unit(from: scope)
      #expect(unit.number == 107 && injected.value == 1)
      guard cell.life.isOneForAll else { return }
      #expect(try await cell.unit(from: scope) === unit)
      #expect(try cell.unitNow(from: scope) === unit)
      #expect(decorated.value == 1 && injected.value == 1)
    }
    #expect(container.problems(.afterRun).filter { $0.kind == .missing || $0.kind == .cycle } == [])
  }

  @Test("They run in the order of registration among the others, the injector last")
  func order() async throws {
    let steps = Mutex<[String]>([])
    @Sendable func note(_ step: String) { steps.withLock { $0.append(step) } }
    try container
      .register(Node.self, named: "it", .async { _ in Node("made") })
      .registerInjector(
        Node.self,
        async: { _, _ in
          await Task.yield()
          note("injected")
        }
      )
      .decorate(Node.self) { node, _ in
        note("first")
        return node
      }
      .decorate(
        Node.self,
        async: { node, _ in
          await Task.yield()
          note("second")
          return node
        }
      )
      .decorate(Node.self) { node, _ in
        note("third")
        return node
      }
      .decorate(Node.self, named: "it") { node, _ in
        note("named")
        return node
      }
    _ = try await container.resolve(Node.self, named: "it")
    #expect(steps.withLock { $0 } == ["first", "second", "third", "named", "injected"])
    #expect(try container.resolveNow(Node.self, named: "it").name == "made")
  }

  @Test("A closure that does not suspend stays one for factories of all kinds")
  func plain() throws {
    try container.register(Node.self) { _ in Node("made") }
      .registerInjector(Node.self) { _, _ in }
      .decorate(Node.self) { node, _ in node }
    _ = try container.resolveNow(Node.self)
  }

  // MARK: Where they cannot

  private func refusal(_ body: () throws -> Void) throws -> ResolutionError {
    try #require(throws: ResolutionError.self, performing: body)
  }

  @Test(
    "A value whose factory is not asynchronous is refused beside them, whichever comes first",
    arguments: Cell.all.filter { !$0.isAsynchronous })
  func refused(_ cell: Cell) throws {
    for isFirst in [true, false] {
      for isInjector in [true, false] {
        let container = Container()
        func extend() throws {
          if isInjector {
            try container.registerInjector(Unit.self, async: { _, _ in await Task.yield() })
          } else {
            try container.decorate(
              Unit.self,
              async: { unit, _ in
                await Task.yield()
                return unit
              })
          }
        }
        if isFirst { try extend() } else { try container.registerAll { cell.register($0) { _ in } } }
        let error = try refusal { if isFirst { try container.registerAll { cell.register($0) { _ in } } } else { try extend() } }
        #expect(error.code == .asyncExtension && error.key == cell.key)
        #expect(
          error.message.contains(isInjector ? "injector at " : "decorator at ") && error.message.contains("AsyncInjectionTests.swift:"))
        #expect(error.remedy.contains("an asynchronous factory") && error.site?.file.contains("CombinationTests") == true)
      }
    }
  }

  @Test("An instance, an object that is only watched and a seed are refused beside them; so is an object that was made elsewhere")
  func existing() throws {
    let node = Node("it")
    try container.registerInjector(Node.self, async: { _, _ in await Task.yield() })
    #expect(try refusal { try container.register(instance: node) }.message.contains("which exists already"))
    #expect(try refusal { try container.register(weak: node) }.code == .asyncExtension)
    #expect(try refusal { try container.register(seeded: Node.self) }.code == .asyncExtension)
    let error = try refusal { try container.inject(into: node) }
    #expect(error.code == .asyncExtension && error.remedy.contains("make the injector synchronous"))
  }

  @Test("A refused registration changes nothing; one of another name, and one that the name's own injector serves, are taken")
  func names() async throws {
    try container.register(Node.self, .async { _ in Node("made") })
      .registerInjector(Node.self, async: { node, _ in node.take(Node("injected")) })
    let error = try refusal {
      try container.registerAll { batch in
        batch.register(Int.self) { _ in 1 }
        batch.register(Node.self) { _ in Node("new") }
      }
    }
    #expect(error.code == .asyncExtension && !container.contains(AnyKey(Int.self)))
    #expect(try await container.resolve(Node.self).next?.name == "injected")
    try container.registerAll { batch in
      batch.registerInjector(Node.self, named: "own") { node, _ in node.take(Node("of the name")) }
      batch.register(Node.self, named: "own") { _ in Node("synchronous") }
    }
    #expect(try container.resolveNow(Node.self, named: "own").next?.name == "of the name")
    try container.decorate(
      Node.self, named: "far",
      async: { node, _ in
        await Task.yield()
        return node
      })
    #expect(try refusal { try container.register(Node.self, named: "far") { _ in Node("new") } }.key == AnyKey(Node.self, named: "far"))
    // An injector that does not suspend takes the place of the one that does.
    try container.registerInjector(Node.self) { node, _ in node.take(Node("at once")) }.register(Node.self) { _ in Node("new") }
    #expect(try container.resolveNow(Node.self).next?.name == "at once")
  }

  @Test("An override has to be made as its base's decorator needs it, and the other way round")
  func overridden() async throws {
    try container.register(Node.self, .async { _ in Node("made") })
      .decorate(
        Node.self,
        async: { node, _ in
          await Task.yield()
          return Node(node.name + ", decorated")
        }
      )
      .register(Int.self) { _ in 1 }
    try await container.withOverrides({ $0.register(Node.self, .async { _ in Node("fake") }) }) { () async throws in
      #expect(try await container.resolve(Node.self).name == "fake, decorated")
    }
    #expect(
      try refusal { try container.withOverrides({ $0.register(Node.self, instance: Node("fake")) }) { () throws in } }.code
        == .asyncExtension)
    #expect(
      try refusal {
        try container.withOverrides({
          $0.decorate(
            Int.self,
            async: { number, _ in
              await Task.yield()
              return number
            })
        }) { () throws in }
      }.code
        == .asyncExtension)
    #expect(try container.resolveNow(Int.self) == 1)
  }

  @Test("What a base registers after its layer was made is refused when it is built")
  func late() async throws {
    let fork = try Container(overriding: container) {
      $0.decorate(
        Int.self,
        async: { number, _ in
          await Task.yield()
          return number + 1
        })
    }
    try container.register(Int.self) { _ in 1 }.register(Int.self, named: "transient", scope: .transient) { _ in 2 }
      .register(Int.self, named: "main", .mainActor { _ in 3 }).register(Int.self, named: "good", .async { _ in 4 })
    #expect(try await fork.resolve(Int.self, named: "good") == 5)
    for name in [nil, "transient", "main"] as [Name?] {
      await #expect { try await fork.resolve(Int.self, named: name) } throws: { ($0 as? ResolutionError)?.code == .asyncExtension }
    }
    #expect(try container.resolveNow(Int.self) == 1)
  }

  // MARK: Objects that refer to each other

  enum Closing: CaseIterable, Sendable { case awaiting, one, later }

  @Test(
    "A circle that asynchronous injectors close is built once, from each end and from all at once", .bounded,
    arguments: Closing.allCases, [2, 3])
  func circle(_ closing: Closing, count: Int) async throws {
    for first in 0...count {
      for isGraph in [false, true] {
        let container = Container()
        let built = Counter()
        func name(_ index: Int) -> Name { Name("\(index % count)") }
        for index in 0..<count {
          try container.register(
            Node.self, named: name(index), scope: isGraph ? .graph : .singleton,
            .async { _ in
              await Task.yield()
              built.add()
              return Node("\(index)")
            })
          let other = name(index + 1)
          if closing == .one && index > 0 {
            // Finds its neighbour in the graph, or built: it cannot wait.
            try container.registerInjector(Node.self, named: name(index)) { node, r in r.later(Node.self, named: other) { node.take($0) } }
          } else if closing == .later {
            try container.registerInjector(
              Node.self, named: name(index),
              async: { node, r in
                await Task.yield()
                r.later(Node.self, named: other) { node.take($0) }
              })
          } else {
            try container.registerInjector(
              Node.self, named: name(index),
              async: { node, r in
                await Task.yield()
                node.take(try await r.resolve(Node.self, named: other))
              })
          }
        }
        if isGraph && first == count { continue }
        let nodes = try await withThrowingTaskGroup(of: Node.self) { group in
          for index in first == count ? Array(0..<count) : [first] {
            group.addTask { try await container.resolve(Node.self, named: Name("\(index)")) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for node in nodes {
          var (seen, next) = ([node.name], node.next)
          while let other = next, other !== node, seen.count < 10 {
            seen.append(other.name)
            next = other.next
          }
          #expect(seen.count == count && next === node, "\(closing), \(count), from \(first): \(seen)")
        }
        #expect(built.value == count)
        #expect(container.problems(.afterRun).filter { $0.kind == .cycle } == [])
      }
    }
  }

  @Test("A cycle through what an asynchronous decorator awaits is an error with its path", .bounded)
  func cycle() async throws {
    try container.register(Node.self, named: "a", .async { _ in Node("a") }).register(
      Node.self, named: "b",
      .async { r in
        try await r.resolve(Node.self, named: "a")
      })
    try container.decorate(Node.self, named: "a", async: { _, r in try await r.resolve(Node.self, named: "b") })
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Node.self, named: "a") }
    #expect(error?.code == .cycle && error?.path.count == 3)
  }

  @Test("What injectors ask a captured container for is their own need, and forms no cycle", .bounded)
  func captured() async throws {
    for (name, other) in [("a", "b"), ("b", "a")] as [(Name, Name)] {
      try container.register(Node.self, named: name, .async { _ in Node("\(name)") })
        .registerInjector(
          Node.self, named: name,
          async: { [container] node, _ in
            await Task.yield()
            node.take(try await container.resolve(Node.self, named: other))
          })
    }
    let node = try await container.resolve(Node.self, named: "a")
    #expect(node.next?.next === node)
    #expect(container.problems(.afterRun) == [])
  }

  @TaskLocal static var trace = ""
}

extension Cell {
  var isAsynchronous: Bool { way.hasPrefix("async") || way == "isolated" }
  var key: AnyKey { takesArgument ? AnyKey(Unit.self, taking: Int.self) : AnyKey(Unit.self) }
}

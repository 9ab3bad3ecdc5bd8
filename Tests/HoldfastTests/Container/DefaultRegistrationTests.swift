import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import TestSupport
import Testing

@Suite("Default registrations")
struct DefaultRegistrationTests {
  private struct Service: Sendable, Equatable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// A resolver of a program's own.
  private struct Own: Resolver, Sendable {
    let container: Container

    func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try container.resolve(request) }
    nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
      try await container.resolve(request)
    }
    func contains(_ key: AnyKey) -> Bool { container.contains(key) }
  }

  @Test("A default looks where a resolve would look: in parents, their chains and layers, but not in a resolver of the program's own")
  func parents() throws {
    let parent = Container()
    let middle = Container(parent: parent)
    for child in [Container(parent: parent), Container(parent: middle), Container(parent: ResolverChain([Container(), parent]))] {
      try parent.unregisterAll()
      try parent.withOverrides({ $0.register(instance: Service("layer's")) }) { () throws in
        #expect(try !child.registerIfAbsent { $0.register(instance: Service("default")) })
        #expect(try child.resolve(Service.self).text == "layer's")
      }
      try parent.register(instance: Service("parent's"))
      #expect(try !child.registerIfAbsent { $0.register(instance: Service("default")) })
      try child.registerAll { $0.registerIfAbsent { $0.register(instance: Service("default")) } }
      #expect(try child.resolve(Service.self).text == "parent's")
      #expect(try child.registerIfAbsent { $0.register(named: "other", instance: Service("default")) })
    }
    let own = Container(parent: Own(container: parent))
    #expect(try own.registerIfAbsent { $0.register(instance: Service("default")) })
    #expect(try own.resolve(Service.self).text == "default")
  }

  @Test("An ordinary registration replaces a default at any time, and is no duplicate", arguments: [DuplicatePolicy.replace, .reject])
  func replaced(_ policy: DuplicatePolicy) throws {
    let container = Container(duplicates: policy)
    for round in 0..<3 {
      #expect(try container.registerIfAbsent { $0.register(instance: Service("default")) })
      #expect(try !container.registerIfAbsent { $0.register(instance: Service("other")) })
      #expect(try container.resolve(Service.self).text == "default")
      switch round {
      case 0: try container.register(instance: Service("ordinary"))
      case 1: try container.registerAll { $0.register(instance: Service("ordinary")).register(Int.self, instance: 1) }
      default: try container.registerAll { $0.register(scope: .graph) { _ in Service("ordinary") } }
      }
      #expect(try container.resolve(Service.self).text == "ordinary")
      #expect(try !container.registerIfAbsent { $0.register(instance: Service("default")) })
      #expect(container.problems().isEmpty)
      if policy == .reject { #expect(try failure { try container.register(instance: Service("second")) }.code == .duplicate) }
      try container.unregister(Service.self)
    }
  }

  @Test("A default of an injector gives way to an ordinary one", arguments: [DuplicatePolicy.replace, .reject])
  func injector(_ policy: DuplicatePolicy) throws {
    final class Box {
      var text = ""
    }
    let container = Container(duplicates: policy)
    try container.register(Box.self, scope: .transient) { _ in Box() }
    #expect(try container.registerIfAbsent { $0.registerInjector(Box.self) { box, _ in box.text = "default" } })
    #expect(try !container.registerIfAbsent { $0.registerInjector(Box.self) { box, _ in box.text = "other" } })
    #expect(try container.resolve(Box.self).text == "default")
    try container.registerInjector(Box.self) { box, _ in box.text = "ordinary" }
    #expect(try container.resolve(Box.self).text == "ordinary")
  }

  @Test("In a batch a default applies after everything else of the same apply, each group as a whole, in order")
  func batch() throws {
    struct Library: Assembly {
      func register(in batch: Batch) {
        batch.registerIfAbsent { $0.register(instance: Service("library's")) }
          .registerIfAbsent { $0.register(Int.self, instance: 1).register(named: "second", instance: Service("library's")) }
          .registerIfAbsent { $0.register(named: "second", instance: Service("later")) }
          .registerIfAbsent { $0.register(named: "first", instance: Service("kept")) }
      }
    }
    struct Application: Assembly {
      var dependencies: [any Assembly] { [Library()] }

      func register(in batch: Batch) { batch.register(instance: Service("application's")).register(Int.self, instance: 2) }
    }
    for policy in [DuplicatePolicy.replace, .reject] {
      let container = try Container(Application(), duplicates: policy)
      #expect(try container.resolve(Service.self).text == "application's")
      #expect(try container.resolve(Int.self) == 2)
      #expect(try container.resolve(Service.self, named: "second").text == "later", "the group before it was refused as a whole")
      #expect(try container.resolve(Service.self, named: "first").text == "kept")
      #expect(container.problems().isEmpty)
      try container.registerAll { $0.registerIfAbsent { $0.register(named: "first", instance: Service("late")) } }
      #expect(try container.resolve(Service.self, named: "first").text == "kept")
    }
  }

  @Test("In overrides a default gives way to what the container has")
  func overrides() throws {
    let container = try Container { $0.register(instance: Service("container's")) }
    let fill: (Batch) -> Void = {
      $0.registerIfAbsent { $0.register(instance: Service("default")) }
      $0.registerIfAbsent { $0.register(Int.self, instance: 1) }
    }
    try container.withOverrides(fill) { () throws in
      #expect(try container.resolve(Service.self).text == "container's")
      #expect(try container.resolve(Int.self) == 1)
    }
    #expect(!container.contains(Int.self))
    let overriding = try Container(overriding: container, fill)
    #expect(try overriding.resolve(Service.self).text == "container's" && overriding.resolve(Int.self) == 1)
  }

  @Test("Of threads that offer a default and one that registers, the registration stays", .load)
  func together() async throws {
    for _ in 0..<50 {
      let container = Container(duplicates: .reject)
      let start = Gate("the start")
      let callers = (0..<4).map { index in
        ask(as: .thread, after: start) {
          if index == 0 {
            try container.register(instance: Service("ordinary"))
          } else {
            _ = try container.registerIfAbsent { $0.register(instance: Service("default")) }
          }
        }
      }
      start.open()
      for caller in callers { try await caller.value() }
      #expect(try container.resolveNow(Service.self).text == "ordinary")
    }
  }
}

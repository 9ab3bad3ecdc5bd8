import Holdfast
import HoldfastDiagnostics
import Testing

extension Faults {
  @Suite("Modules that are applied once")
  struct ModuleTests {
    @Test("Case 135 S: what is given later is applied where something before it needs it first")
    func order() throws {
      let log = Chronicle()
      let first = Numbered(1, log)
      _ = try Container(Numbered(3, log, needs: [Needing(log, first)]), Needing(log, first), first)
      #expect(log.all == ["module 1", "needing", "module 3"])
      // A circle of given ones ends, each once.
      let circle = Chronicle()
      _ = try Container(Left(circle), Right(circle))
      #expect(circle.all == ["right", "left"])
    }

    @Test(
      "Case 135 S: an equal module is applied once, in one call, in two, in a child, as a dependency and by itself",
      arguments: Kind.allCases)
    func equal(_ kind: Kind) throws {
      for policy in [DuplicatePolicy.replace, .reject] {
        let module = kind.module()
        let container = try Container(module, kind.again(module), duplicates: policy)
        try container.apply(kind.again(module))
        try container.apply(Dependent(on: kind.again(module)))
        try Self.check(container)
        let child = Container(parent: container)
        try child.apply(kind.again(module), Dependent(on: kind.again(module), "child"))
        #expect(try child.resolveAll(Extra.self, includingParent: false).isEmpty && child.resolveAll(Extra.self).count == 1)
        // As a dependency first, and then by itself.
        let other = try Container(Dependent(on: module), duplicates: policy)
        try other.apply(kind.again(module))
        try Self.check(other)
      }
    }

    /// One contribution and one decorator.
    private static func check(_ container: Container) throws {
      #expect(try container.resolveAll(Extra.self).count == 1)
      #expect(try container.resolve(Plugin.self, named: "decorated").decorations == 1)
    }

    @Test("Case 135 S: another value is another module, which a dependency of its type is not")
    func unequal() throws {
      let container = try Container(Value(number: 1), Value(number: 2))
      #expect(try container.resolveAll(Extra.self).count == 2)
      try container.apply(Value(number: 3))
      #expect(try container.resolveAll(Extra.self).count == 3)
      try container.apply(Dependent(on: Value(number: 4)))
      #expect(try container.resolveAll(Extra.self).count == 3, "a dependency is applied once for each type")
      let child = Container(parent: container)
      try child.apply(Dependent(on: Value(number: 5)))
      #expect(try child.resolveAll(Extra.self, includingParent: false).isEmpty)
      try child.apply(Dependent(on: Value(number: 6), "given"), Value(number: 7))
      #expect(try child.resolveAll(Extra.self, includingParent: false).count == 1, "unless one of that type is given")
      let rejecting = try Container(Value(number: 1), duplicates: .reject)
      #expect(try failure { try rejecting.apply(Clash(number: 1), Clash(number: 2)) }.code == .duplicate)
    }

    @Test("Case 135 S: a failed apply is not remembered, and what was removed is applied again")
    func failing() throws {
      let container = Container()
      #expect(try failure { try container.apply(Value(number: 1), Failing()) }.code == .assemblyFailed)
      try container.apply(Value(number: 1))
      try Self.check(container)
      try container.unregisterAll()
      try container.apply(Value(number: 1))
      try Self.check(container)
    }

    @Test("Case 135 S: what is applied in a layer stays there")
    func layers() throws {
      let container = Container()
      for _ in 0..<2 {
        try container.withOverrides({ _ in }) { () throws in
          try container.apply(Value(number: 1))
          try container.apply(Value(number: 1))
          try Self.check(container)
        }
      }
      try container.apply(Value(number: 1))
      try Self.check(container)
      try container.withOverrides({ _ in }) { () throws in
        try container.apply(Value(number: 1))
        try Self.check(container)
      }
    }

    @Test("Case 135 M: a module that threads and tasks apply at the same time is applied once")
    func together() async throws {
      for _ in 0..<20 {
        let container = Container()
        let start = Gate("the start")
        let callers = (0..<8).map { index in
          ask(as: index.isMultiple(of: 2) ? .thread : .task, after: start) { _ = try container.apply(Value(number: 1)) }
        }
        start.open()
        for caller in callers { try await caller.value() }
        try Self.check(container)
      }
    }

    @Test("A container does not keep the assemblies that are objects")
    func objects() throws {
      let container = Container()
      var module: Object? = Object()
      weak let watched = module
      try container.apply(module!)
      module = nil
      #expect(watched == nil)
    }
  }
}

private final class Plugin: Sendable {
  let decorations: Int

  init(_ decorations: Int = 0) { self.decorations = decorations }
}

private struct Extra: Sendable {}

private protocol PluginModule: Assembly {}

extension PluginModule {
  func register(in batch: Batch) {
    batch.contribute(Extra.self) { _ in Extra() }
      .register(Double.self) { _ in 1 }
    batch.register(Plugin.self, named: "decorated", scope: .transient) { _ in Plugin() }
    batch.decorate(Plugin.self, named: "decorated") { plugin, _ in Plugin(plugin.decorations + 1) }
  }
}

enum Kind: CaseIterable {
  case object, value, stateless

  fileprivate func module() -> any PluginModule {
    switch self {
    case .object: Object()
    case .value: Value(number: 1)
    case .stateless: Stateless()
    }
  }

  /// The same, as another mention of it in the program makes it.
  fileprivate func again(_ module: any PluginModule) -> any PluginModule {
    self == .object ? module : self.module()
  }
}

private struct Refusal: Error {}

private final class Object: PluginModule {}

private struct Value: PluginModule, Hashable {
  let number: Int
}

private struct Stateless: PluginModule {}

private struct Clash: Assembly, Hashable {
  let number: Int

  func register(in batch: Batch) { batch.register(Int.self, instance: number) }
}

private struct Failing: Assembly {
  func register(in batch: Batch) throws { throw Refusal() }
}

private struct Dependent: Assembly {
  let dependencies: [any Assembly]
  let name: Name

  init(on module: any Assembly, _ name: Name = "dependent") {
    dependencies = [module]
    self.name = name
  }

  func register(in batch: Batch) { batch.register(String.self, named: name, instance: "dependent") }
}

private struct Numbered: Assembly {
  let number: Int
  let log: Chronicle
  let dependencies: [any Assembly]

  init(_ number: Int, _ log: Chronicle, needs dependencies: [any Assembly] = []) {
    self.number = number
    self.log = log
    self.dependencies = dependencies
  }

  func register(in batch: Batch) { log.note("module \(number)") }
}

private struct Needing: Assembly {
  let log: Chronicle
  let dependencies: [any Assembly]

  init(_ log: Chronicle, _ needed: any Assembly) {
    self.log = log
    dependencies = [needed]
  }

  func register(in batch: Batch) { log.note("needing") }
}

private struct Left: Assembly {
  let log: Chronicle
  var dependencies: [any Assembly] { [Right(log)] }

  init(_ log: Chronicle) { self.log = log }

  func register(in batch: Batch) { log.note("left") }
}

private struct Right: Assembly {
  let log: Chronicle
  var dependencies: [any Assembly] { [Left(log)] }

  init(_ log: Chronicle) { self.log = log }

  func register(in batch: Batch) { log.note("right") }
}

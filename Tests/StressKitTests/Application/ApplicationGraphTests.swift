import Foundation
import Holdfast
import HoldfastDiagnostics
import HoldfastStress
import Testing

@Suite("The application's graph")
struct ApplicationGraphTests {
  @Test("It is what it says: six assemblies, some of it asynchronous, isolated, or of each request's own")
  func census() throws {
    let nodes = try Application.container(Metrics(Ledger())).graph().nodes
    #expect(nodes.count == 71)
    #expect(
      Set(nodes.map(\.assembly)) == [
        "PlatformAssembly", "StorageAssembly", "ClientsAssembly", "RepositoriesAssembly", "HandlersAssembly", "OperationsAssembly",
      ])
    #expect(nodes.count(where: \.isAsynchronous) == 13)
    #expect(nodes.count(where: \.isOnMainActor) == 2)
    #expect(nodes.count { $0.lifetime == .scoped } == 22)
    #expect(nodes.count { $0.lifetime == .transient } == 3)
    #expect(nodes.count { $0.lifetime == .cached("caches") } == 3)
  }

  @Test("Unmodified, it has no problem; looking for one runs no factory")
  func valid() throws {
    let ledger = Ledger()
    let container = try Application.container(Metrics(ledger))
    let problems = container.problems(roots: Application.roots)
    #expect(problems.map(\.description) == [])
    #expect(ledger.builds == 0)
    #expect(container.graph().nodes.filter { $0.hasInstance }.map(\.key) == [AnyKey(Metrics.self)], "only what existed already is there")
  }

  @Test("Running it teaches nothing that makes it invalid", .timeLimit(.minutes(5)))
  func validWhenBuilt() async throws {
    let ledger = Ledger()
    let container = try Application.container(Metrics(ledger))
    try await container.warmUp()
    try await container.withScope { scope in
      let pipeline = try await scope.resolve(RequestPipeline.self)
      let work = try await scope.resolve(UnitOfWork.self)
      let works = pipeline.router.handlers.compactMap(\.work)
      #expect(works.count == 8)
      #expect(works.allSatisfy { $0 === work }, "the handlers of a request share its unit of work")
      let database = try await work.database.value()
      #expect(database.primary !== database.replica, "two names, two pools")
    }
    _ = try await container.resolve(AdminPanel.self)
    let graph = container.graph()
    #expect(container.problems(roots: Application.roots).map(\.description) == [])
    #expect(graph.nodes.filter { $0.lifetime == .singleton && !$0.hasInstance }.isEmpty)
    #expect(graph.edges.allSatisfy { $0.isDeclared }, "everything it needs was declared")
    try await container.shutdown()
    #expect(ledger.builds == 6, "two pools, the blobs, the transport, the job queue and a unit of work")
    #expect(ledger.live == 0, "and all of them are disposed of")
  }

  @Test("Every registration is in its pictures; a run with HOLDFAST_PICTURES writes them there")
  func pictures() throws {
    let graph = try Application.container(Metrics(Ledger())).graph()
    let roots = Application.roots.map { graph.dependencies(of: $0) }
    let parts = [("application", graph), ("server", roots[0]), ("request", roots[1]), ("storage", graph.assembly("StorageAssembly"))]
    for (name, part) in parts {
      let boxes = Set(part.nodes.map(\.key) + part.edges.map(\.to)).count
      let assemblies = Set(part.nodes.map(\.assembly)).count
      #expect(part.dot.split(separator: "\n").count == boxes + part.edges.count + 3 * assemblies + 5)
      #expect(part.mermaid.split(separator: "\n").count == boxes + part.edges.count + 2 * assemblies + (boxes - part.nodes.count) + 1)
      guard let folder = ProcessInfo.processInfo.environment["HOLDFAST_PICTURES"] else { continue }
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      try Data(part.dot.utf8).write(to: file.appendingPathExtension("dot"))
      try Data(part.mermaid.utf8).write(to: file.appendingPathExtension("mmd"))
      try Data(part.text.utf8).write(to: file.appendingPathExtension("txt"))
    }
  }
}

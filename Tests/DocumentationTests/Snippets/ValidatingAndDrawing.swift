import Holdfast
import HoldfastDiagnostics
import HoldfastTesting
import Testing

/// The examples of the article "Validating and drawing the graph", as they stand there, with the output that it shows.
@Suite("Validating and drawing")
struct ValidatingAndDrawing {
  /// The article's first listing begins on the next line.
  private static let above: Int = #line
  protocol Store: Sendable {}

  struct DiskStore: Store {}

  struct Mailer: Sendable {}

  struct Basket: Sendable {
    let store: any Store
  }

  struct Checkout: Sendable {
    let basket: Basket
    let mailer: Lazy<Mailer>
  }

  func makeShop() throws -> Container {
    try Container { batch in
      batch.register((any Store).self) { _ in DiskStore() }
      batch.register(Mailer.self, scope: .cached("mail")) { _ in Mailer() }
      batch.register(Basket.self, .wired(Basket.init))
      batch.register(Checkout.self, .wired(Checkout.init))
    }
  }

  func check(_ container: Container) throws {
    try container.validate()
    // And nothing is registered that a checkout does not need:
    try container.validate(roots: [AnyKey(Checkout.self)])
  }

  struct Report: Sendable {
    let store: any Store
    let mailer: Lazy<Mailer>
  }

  func declared(_ container: Container) throws {
    try container
      .register(Report.self) { r in Report(store: try r.resolve(), mailer: r.lazy()) }
      .declare(Report.self, needs: .on((any Store).self), .on(Mailer.self, as: .lazy))
  }

  func checkRun(_ container: Container) throws {
    _ = try container.resolve(Checkout.self).mailer.value()
    try container.validate(.afterRun)
  }

  @Test("a run tells what closures need")
  func run() throws {
    let container = try makeShop()
    #expect(container.problems(.afterRun).map(\.kind) == [.unknown, .unknown])
    try checkRun(container)
  }

  @Test("the pictures of the article are what is drawn")
  func pictures() throws {
    let container = try makeShop()
    try check(container)
    expectValid(container)
    let graph = container.graph()
    for (language, picture) in [("text", graph.text), ("mermaid", graph.mermaid), ("dot", graph.dot)] {
      #expect(try shown(language).contains(shortened(picture)), "\(shortened(picture))")
    }
  }

  @Test("the problems of the article are what is found")
  func problems() throws {
    let container = try makeShop()
    _ = try container.unregister((any Store).self)
    let error = try #require(throws: ValidationError.self) { try check(container) }
    let text = error.description.replacing(/\.swift:(\d+)/) { ".swift:\((Int($0.1) ?? 0) - Self.above)" }
    #expect(try shown("text").contains(shortened(text)), "\(shortened(text))")
  }

  @Test("what is declared is drawn before anything is built")
  func declares() throws {
    let container = try makeShop()
    try declared(container)
    #expect(container.graph().dependencies(of: AnyKey(Report.self)).edges.count == 2)
    #expect(try container.resolve(Report.self).store is DiskStore)
  }

  private func shown(_ language: String) throws -> [String] {
    try Article.named("ValidatingAndDrawing").blocks.filter { $0.language == language }.map(\.text)
  }

  /// In the article the types lie in a module of their own.
  private func shortened(_ text: String) -> String {
    text.replacing("DocumentationTests/ValidatingAndDrawing.swift", with: "Shop/Shop.swift")
      .replacing("DocumentationTests.ValidatingAndDrawing.", with: "Shop.").replacing("ValidatingAndDrawing.", with: "")
  }
}

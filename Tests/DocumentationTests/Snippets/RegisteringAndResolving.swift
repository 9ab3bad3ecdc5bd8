import Holdfast
import HoldfastDiagnostics
import Testing

/// The examples of the article "Registering and resolving", as they stand there.
@Suite("Registering and resolving")
struct RegisteringAndResolving {
  protocol Mirror: Sendable {
    var host: String { get }
  }

  struct WebMirror: Mirror {
    let host: String
  }

  struct Download: Sendable {
    let mirror: any Mirror
  }

  func makeContainer() throws -> Container {
    try Container { batch in
      batch.register((any Mirror).self) { _ in WebMirror(host: "main") }
      batch.register(Download.self) { r in Download(mirror: try r.resolve()) }
    }
  }

  @Test("the type that is named is the key")
  func keys() throws {
    let container = try makeContainer()
    #expect(try container.resolve(Download.self).mirror.host == "main")
    #expect(try container.resolveIfRegistered(WebMirror.self) == nil)
    #expect(!container.contains(WebMirror.self))
    #expect(container.peek(Download.self) != nil)

    let both = try Container().register(WebMirror.self) { _ in WebMirror(host: "both") }
      .forward((any Mirror).self, to: WebMirror.self) { $0 }
    #expect(try both.resolve((any Mirror).self).host == "both")
  }

  @Test("what is registered again replaces, is rejected, or is left as it is")
  func again() throws {
    let container = try makeContainer()
    try container.register((any Mirror).self) { _ in WebMirror(host: "other") }
    #expect(try container.resolve((any Mirror).self).host == "other")
    #expect(try !container.registerIfAbsent { $0.register((any Mirror).self) { _ in WebMirror(host: "late") } })
    #expect(try container.resolve((any Mirror).self).host == "other")

    let strict = try Container(duplicates: .reject).register(Int.self, instance: 1)
    let error = #expect(throws: ResolutionError.self) { try strict.register(Int.self, instance: 2) }
    #expect(error?.code == .duplicate)
  }

  func registerMirrors(in container: Container) throws -> any Mirror {
    try container
      .register((any Mirror).self, named: .nearby) { _ in WebMirror(host: "nearby") }
      .register((any Mirror).self, named: "spare") { _ in WebMirror(host: "spare") }
    return try container.resolve(named: .nearby)
  }

  @Test("names tell the registrations of a type apart")
  func names() throws {
    let container = Container()
    #expect(try registerMirrors(in: container).host == "nearby")
    #expect(try container.resolve(Key<any Mirror>(named: "spare")).host == "spare")
    #expect(!container.contains((any Mirror).self))
    #expect(try container.resolveAll((any Mirror).self).map(\.host).sorted() == ["nearby", "spare"])
  }

  struct Transfer {
    let mirror: any Mirror
    let file: String
  }

  final class Queue: Sendable {
    let makeTransfer: Factory<Transfer, String>

    init(makeTransfer: Factory<Transfer, String>) { self.makeTransfer = makeTransfer }
  }

  func registerTransfers(in container: Container) throws -> Transfer {
    try container
      .register(
        Transfer.self, scope: .transient,
        .factory(taking: String.self) { r, file in
          Transfer(mirror: try r.resolve(), file: file)
        }
      )
      .register(Queue.self) { r in Queue(makeTransfer: r.factory(taking: String.self)) }

    // Or, with a queue: try queue.makeTransfer("a.zip")
    return try container.resolve(Transfer.self, with: "a.zip")
  }

  @Test("arguments go to the factory, by the resolve or by a factory that was injected")
  func arguments() throws {
    let container = try makeContainer()
    #expect(try registerTransfers(in: container).file == "a.zip")
    let queue = try container.resolve(Queue.self)
    #expect(try queue.makeTransfer("b.zip").file == "b.zip")
  }

  func wireTransfers(in container: Container) throws -> Transfer {
    try container.register(
      Transfer.self, scope: .transient, .wired(Transfer.init, taking: String.self))
    return try container.resolve(Transfer.self, with: "b.zip")
  }

  @Test("wiring gives arguments to the parameters of their types")
  func wiredArguments() throws {
    #expect(try wireTransfers(in: makeContainer()).file == "b.zip")
  }

  func findMirror() async -> WebMirror { WebMirror(host: "found") }

  func registerMirrors(named names: [Name], in batch: Batch, online: Bool) {
    let mirror: Making<any Mirror> =
      online
      ? .async { _ in await findMirror() }
      : .factory { _ in WebMirror(host: "local") }
    for name in names {
      batch.register((any Mirror).self, named: name, scope: .scoped, mirror)
    }
  }

  @Test("a way of making is a value", arguments: [false, true])
  func makings(online: Bool) async throws {
    let container = try Container { registerMirrors(named: ["a", "b"], in: $0, online: online) }
    for name in ["a", "b"] as [Name] {
      let host = try await container.withScope { scope in try await scope.resolve((any Mirror).self, named: name).host }
      #expect(host == (online ? "found" : "local"))
    }
  }

  struct Search: Assembly {
    func register(in batch: Batch) {
      batch.contribute((any Mirror).self) { _ in WebMirror(host: "search") }
    }
  }

  struct Balancer: Sendable {
    let mirrors: [any Mirror]  // all of them, with or without a name
    let named: [Name: any Mirror]  // those that have a name
  }

  func registerBalancer(in container: Container) throws -> Balancer {
    try container.apply(Search())
      .contribute((any Mirror).self, instance: WebMirror(host: "fixed"))
      .register((any Mirror).self, named: .nearby) { _ in WebMirror(host: "nearby") }
      .register(Balancer.self, .wired(Balancer.init))
    return try container.resolve(Balancer.self)
  }

  @Test("modules contribute to one collection")
  func collection() throws {
    let container = Container()
    let balancer = try registerBalancer(in: container)
    #expect(balancer.mirrors.map(\.host) == ["search", "fixed", "nearby"])
    #expect(balancer.named.mapValues(\.host) == [.nearby: "nearby"])
    #expect(try container.resolveAll((any Mirror).self).count == 3)
    #expect(try container.resolve(Lazy<Balancer>.self).value().mirrors.count == 3)
    try container.withOverrides({ $0.register([any Mirror].self) { _ in [] } }) { () throws in
      #expect(try container.resolve(Balancer.self).mirrors.isEmpty)
    }
  }

  struct LoudMirror: Mirror {
    let base: any Mirror
    var host: String { base.host.uppercased() }
  }

  final class Page {
    var footer: Footer?
  }

  final class Footer {
    weak var page: Page?
  }

  func registerPages(in container: Container) throws {
    try container
      .decorate((any Mirror).self) { mirror, _ in LoudMirror(base: mirror) }
      .register(Page.self, scope: .graph) { _ in Page() }
      .register(Footer.self, scope: .graph) { _ in Footer() }
      .registerInjector(Page.self) { page, r in page.footer = try r.resolve() }
      .registerInjector(Footer.self) { footer, r in footer.page = try r.resolve() }
  }

  @Test("a decorator replaces, and injectors close a circle")
  func extensions() throws {
    let container = try makeContainer()
    try registerPages(in: container)
    #expect(try container.resolve(Download.self).mirror.host == "MAIN")
    let page = try container.resolve(Page.self)
    #expect(page.footer?.page === page)
  }

  actor Index {
    private(set) var mirror: (any Mirror)?
    func use(_ mirror: any Mirror) { self.mirror = mirror }
  }

  func registerIndex(in batch: Batch) {
    batch.register(Index.self, .async { _ in Index() })
    batch.registerInjector(
      Index.self,
      async: { index, r in
        await index.use(try await r.resolve())
      })
  }

  @Test("an asynchronous injector runs for what an asynchronous factory makes, and is refused elsewhere")
  func asyncInjector() async throws {
    let container = try makeContainer().registerAll { registerIndex(in: $0) }
    #expect(try await container.resolve(Index.self).mirror?.host == "main")
    let error = #expect(throws: ResolutionError.self) { try container.register(Index.self) { _ in Index() } }
    #expect(error?.code == .asyncExtension)
  }

  class Panel {
    var mirror: (any Mirror)?
  }

  final class SettingsPanel: Panel {}

  func registerPanel<P: Panel>(in batch: Batch, _ make: @escaping @Sendable () -> P) {
    batch.register(P.self, scope: .transient) { _ in make() }
    batch.registerInjector(P.self) { panel, r in try r.inject(into: panel as Panel) }
  }

  func registerPanels(in batch: Batch) {
    batch.registerInjector(Panel.self) { panel, r in panel.mirror = try r.resolve() }
    registerPanel(in: batch) { SettingsPanel() }
  }

  @Test("one function registers each panel with the injector of all of them")
  func superclass() throws {
    let container = try makeContainer().registerAll { registerPanels(in: $0) }
    #expect(try container.resolve(SettingsPanel.self).mirror?.host == "main")
  }

  final class Window {
    let toolbar: Toolbar
    init(toolbar: Toolbar) { self.toolbar = toolbar }
  }

  final class Toolbar {
    weak var window: Window?
  }

  func registerWindows(in container: Container) throws {
    try container
      .register(Window.self, scope: .graph) { r in Window(toolbar: try r.resolve()) }
      .register(Toolbar.self, scope: .graph) { _ in Toolbar() }
      .registerInjector(Toolbar.self) { toolbar, r in
        r.later(Window.self) { toolbar.window = $0 }
      }
  }

  @Test("an injector that asks later closes a circle with an initializer in it")
  func later() throws {
    let container = try makeContainer()
    try registerWindows(in: container)
    let window = try container.resolve(Window.self)
    #expect(window.toolbar.window === window)
  }

  struct Networking: Assembly {
    func register(in batch: Batch) {
      batch.register((any Mirror).self) { _ in WebMirror(host: "main") }
    }
  }

  struct Downloads: Assembly {
    var dependencies: [any Assembly] { [Networking()] }

    func register(in batch: Batch) {
      // The parameter types of the initializer are its dependencies.
      batch.register(Download.self, .wired(Download.init))
    }
  }

  func makeApplication() throws -> Container { try Container(Downloads()) }

  @Test("an assembly brings what it depends on")
  func assemblies() throws {
    let container = try makeApplication()
    try container.validate()
    #expect(try container.resolve(Download.self).mirror.host == "main")
  }

  struct Screen {
    @Injected var download: Download
    @Injected(named: .nearby) var mirror: any Mirror
  }

  func makeScreen(in container: Container) -> Screen {
    container.withCurrent { Screen() }
  }

  @Test("properties ask the current container, and tell what went wrong")
  func wrappers() throws {
    let container = try makeContainer()
    let error = #expect(throws: ResolutionError.self) { try makeScreen(in: container).$mirror.get() }
    #expect(error?.code == .notRegistered)
    _ = try registerMirrors(in: container)
    let screen = makeScreen(in: container)
    #expect(screen.download.mirror.host == "main")
    #expect(screen.mirror.host == "nearby")
  }
}

extension Name {
  static let nearby: Name = "nearby"
}

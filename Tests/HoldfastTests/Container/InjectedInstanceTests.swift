import Holdfast
import Synchronization
import Testing

@Suite("Injectors of what exists already")
struct InjectedInstanceTests {
  private final class Page: Sendable {
    private let notes = Mutex<[String]>([])
    var text: [String] { notes.withLock { $0 } }

    func note(_ text: String) { notes.withLock { $0.append(text) } }
  }

  enum Source: CaseIterable, Sendable { case instance, named, contributed, weak, seeded, seededInsteadOfMade }

  private let page = Page()

  private func register(_ source: Source, in container: Container) throws {
    switch source {
    case .instance: try container.register(instance: page)
    case .named: try container.register(named: "a", instance: page)
    case .contributed: try container.contribute(instance: page)
    case .weak: try container.register(weak: page)
    case .seeded: try container.register(seeded: Page.self)
    case .seededInsteadOfMade: try container.register(Page.self, scope: .scoped) { _ in Page() }
    }
  }

  @Test("The injector runs once, when it is resolved first, and no caller has it before", arguments: Form.allCases, Source.allCases)
  func once(_ form: Form, _ source: Source) async throws {
    for isFirst in [true, false] {
      let container = Container()
      try container.register(String.self) { _ in "injected, \(isFirst)" }
      func inject() throws { try container.registerInjector(Page.self) { page, r in page.note(try r.resolve()) } }
      if isFirst { try inject() }
      try register(source, in: container)
      if !isFirst { try inject() }
      let isSeed = source == .seeded || source == .seededInsteadOfMade
      let scope = try container.openScope(seeds: isSeed ? [.value(page)] : [])
      let start = Gate("the start of the callers")
      let callers = (0..<6).map { index in
        ask(as: form.caller(index), after: start) {
          switch source {
          case .contributed: try { try scope.resolveAll(Page.self) }()[0].text
          case .named: try scope.resolveNow(Page.self, named: "a").text
          default: try scope.resolveNow(Page.self).text
          }
        } async: {
          switch source {
          case .contributed: try await scope.resolveAll(Page.self)[0].text
          case .named: try await scope.resolve(Page.self, named: "a").text
          default: try await scope.resolve(Page.self).text
          }
        }
      }
      start.open()
      for caller in callers { #expect(try await caller.value().last == "injected, \(isFirst)") }
      #expect(page.text.count == (isFirst ? 1 : 2))
      await scope.end()
    }
  }

  @Test("The decorators run first, and it is the decorated value that is injected")
  func decorated() throws {
    let container = Container()
    try container.register(instance: page).registerInjector(Page.self) { page, _ in page.note("injected") }
      .decorate(Page.self) { page, _ in
        page.note("decorated")
        return page
      }
    #expect(try container.resolve(Page.self) === page)
    #expect(page.text == ["decorated", "injected"])
  }

  @Test("An override with an instance is injected as a made one is")
  func overridden() throws {
    let container = Container()
    try container.register(Page.self) { _ in Page() }.registerInjector(Page.self) { page, _ in page.note("injected") }
    try container.withOverrides({ $0.register(instance: page) }) { () throws in
      #expect(try container.resolveNow(Page.self) === page)
    }
    #expect(page.text == ["injected"])
  }

  @Test("An injector that throws fails the request, and the next one tries again")
  func failure() throws {
    struct Refused: Error {}
    let (container, tries) = (Container(), Counter())
    try container.register(instance: page).registerInjector(Page.self) { _, _ in if tries.add() == 1 { throw Refused() } }
    #expect(throws: ResolutionError.self) { try container.resolve(Page.self) }
    #expect(try container.resolve(Page.self) === page)
  }

  @Test("Two instances may refer to each other")
  func circle() throws {
    let container = Container()
    try container.register(named: "a", instance: page).register(named: "b", instance: Page())
      .registerInjector(Page.self, named: "a") { page, r in page.note("\(try r.resolve(Page.self, named: "b").text.count)") }
      .registerInjector(Page.self, named: "b") { other, r in try r.resolve(Page.self, named: "a").note("b was here") }
    _ = try container.resolve(Page.self, named: "b")
    #expect(page.text.contains("b was here") && page.text.count == 2)
  }
}

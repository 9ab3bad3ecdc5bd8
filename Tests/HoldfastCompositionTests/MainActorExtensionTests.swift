import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Testing

@Suite("Decorators and injectors of the main actor")
struct MainActorExtensionTests {
  struct Visit: ComposedScope { let number: Int }

  @MainActor final class Screen {
    let text: String
    weak var presenter: Presenter?
    var notes: [String] = []
    init(_ text: String) { self.text = text }
  }
  @MainActor final class Presenter {
    let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
  }

  struct App: Composition {
    let word = Shared { "word" }
    let theme = SharedOnMain { Theme() }
    let screen = SharedOnMain { Screen("screen") }
    let presenter = SharedOnMain(\.screen) { Presenter($0) }
    let presenting = Injector(onMain: \.screen, \.presenter) { screen, presenter in screen.presenter = presenter }
    let framed = Decorator(onMain: \.screen, \.theme, \.word) { screen, theme, word in Screen("\(theme.name) \(word) \(screen.text)") }
    let fresh = NewOnMain { Screen("fresh") }
    let noted = Injector(onMain: \.fresh, \.word) { screen, word in screen.notes.append(word) }
    let visit = Given<Visit>()
    let ofVisit = ScopedOnMain<Visit, Screen>(\.visit) { Screen("visit \($0.number)") }
    let framedVisit = Decorator(onMain: \.ofVisit, \.theme) { screen, theme in Screen("\(theme.name) \(screen.text)") }
    let freshOfVisit = ScopedNewOnMain<Visit, Screen>(\.visit) { Screen("fresh \($0.number)") }
    let notedVisit = Injector(onMain: \.freshOfVisit, \.word) { screen, word in screen.notes.append(word) }
  }

  @Test("They run on the main actor for each kind of object that it makes, wherever it is asked for", arguments: [false, true])
  func kinds(isDetached: Bool) async throws {
    let app = try Composed(App.init)
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
    let (screen, fresh) =
      isDetached
      ? try await Task.detached { (try await app.screen(), try await app.fresh()) }.value
      : try await MainActor.run { (try Self.screen(app), try Self.fresh(app)) }
    let presenter = try await app.presenter()
    await MainActor.run {
      #expect(screen.text == "dark word screen" && fresh.notes == ["word"])
      #expect(presenter === screen.presenter && presenter.screen !== fresh)
    }
    try await app.withScope(Visit(number: 3)) { scope in
      let (own, made) = (try await scope(app.ofVisit), try await scope(app.freshOfVisit))
      await MainActor.run { #expect(own.text == "dark visit 3" && made.text == "fresh 3" && made.notes == ["word"]) }
    }
    let edges = app.container.graph().edges
    #expect(edges.contains { $0.from.name == "screen" && $0.to.name == "theme" })
  }

  @Test("An injector of the main actor closes a circle, whichever end is asked for first", arguments: [false, true])
  func circle(isOtherEnd: Bool) async throws {
    let app = try Composed(App.init)
    if isOtherEnd { _ = try await app.presenter() }
    let (screen, presenter) = (try await app.screen(), try await app.presenter())
    await MainActor.run { #expect(screen.presenter === presenter && presenter.screen === screen) }
  }

  @Test("An override is decorated and injected too, in a composition and in a layer")
  func overridden() async throws {
    let app = try Composed(App.init) { override, app in override(app.screen) { Screen("other") } }
    let screen = try await app.screen()
    await MainActor.run { #expect(screen.text == "dark word other" && screen.presenter != nil) }
    let base = try Composed(App.init)
    let layered = try await base.withOverrides({ override, app in override(app.word) { "layered" } }) { try await base.screen() }
    let own = try await base.screen()
    await MainActor.run { #expect(layered.text == "dark layered screen" && own.text == "dark word screen") }
  }

  @Test("A decorator that needs what it decorates is refused before anything is made")
  func refused() throws {
    struct Circle: Composition {
      let screen = SharedOnMain { Screen("screen") }
      let user: SharedOnMain<Presenter> = SharedOnMain(\.screen) { Presenter($0) }
      let framed = Decorator(onMain: \.screen, \.user) { screen, _ in screen }
    }
    let error = #expect(throws: CompositionError.self) { try Composed(Circle.init) }
    guard case .cycle(let path) = error?.problems.first?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(path.compactMap { $0.name?.text }) == ["screen", "framed", "user"])
  }

  @Test("What the container is given in the place of such an object is made where its decorator runs, and refused elsewhere")
  func replaced() async throws {
    let app = try Composed(App.init)
    let key = try #require(app.screen.key)
    let kept = await MainActor.run { Screen("registered") }
    try app.container.register(Screen.self, named: key.name) { _ in kept }
    let error = #expect(throws: ResolutionError.self) { try app.container.resolveNow(Screen.self, named: key.name) }
    #expect(error?.code == .mainActorOnly)
    let screen = try await app.screen()
    await MainActor.run { #expect(screen.text == "dark word registered") }
    // Made in a task, what comes after runs on the main actor all the same.
    try app.container.register(
      Screen.self, named: key.name,
      .async { _ in
        await Task.yield()
        return kept
      })
    let other = try await app.screen()
    await MainActor.run { #expect(other !== screen && other.text == "dark word registered" && other.presenter != nil) }
  }

  @Test("What such a decorator throws is told to its caller, and the next caller tries again")
  func failing() async throws {
    struct Broken: Error {}
    @MainActor final class Switch { var isBroken = true }
    struct App: Composition {
      let fails = SharedOnMain { Switch() }
      let screen = SharedOnMain { Screen("screen") }
      let framed = Decorator(onMain: \.screen, \.fails) { screen, fails in
        defer { fails.isBroken = false }
        if fails.isBroken { throw Broken() }
        return screen
      }
    }
    let app = try Composed(App.init)
    let error = await #expect(throws: ResolutionError.self) { try await app.screen() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Broken"))
    let screen = try await app.screen()
    await MainActor.run { #expect(screen.text == "screen") }
  }

  @MainActor private static func screen(_ app: Composed<App>) throws -> Screen { try app.screen() }
  @MainActor private static func fresh(_ app: Composed<App>) throws -> Screen { try app.fresh() }
}

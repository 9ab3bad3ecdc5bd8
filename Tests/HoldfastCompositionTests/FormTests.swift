import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Testing

@Suite("Each form that each kind of object has")
struct FormTests {
  struct Visit: ComposedScope { let number: Int }

  @MainActor final class Panel {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Module: Composition {
    let need: Need<Int>
    let needAsync: NeedAsync<String>
    let needOnMain: NeedOnMain<Panel>
    let registered = Registered<Double>()
    let number = Shared(\.need.deferred) { $0 }
    let text = Shared(\.needAsync.deferred) { $0 }
    let panel = Shared(\.needOnMain.deferred) { $0 }
    let double = Shared(\.registered.deferred) { $0 }
    let warm = Shared(\.needAsync.warmedUp, \.needOnMain.warmedUp) { text, _ in text }
  }

  struct Forms: Composition {
    let shared = Shared { 1 }
    let sharedAsync = SharedAsync {
      await Task.yield()
      return "async"
    }
    let sharedOnMain = SharedOnMain { Panel("main") }
    let new = New { [1] }
    let newAsync = NewAsync {
      await Task.yield()
      return [2]
    }
    let newOnMain = NewOnMain { Panel("new") }
    let module = Module(need: Need(\Forms.shared), needAsync: NeedAsync(\Forms.sharedAsync), needOnMain: NeedOnMain(\Forms.sharedOnMain))
    let shares = Shared(\.shared.deferred, \.sharedAsync.deferred, \.sharedOnMain.deferred) { ($0, $1, $2) }
    let news = Shared(\.new.deferred, \.newAsync.deferred, \.newOnMain.deferred) { ($0, $1, $2) }
    let circle: Shared<[Int]> = Shared(\.circleUser.deferred) { _ in [7] }
    let circleUser = SharedAsync(\.circle) { $0 }
    let visit = Given<Visit>()
    let scoped = Scoped<Visit, Int>(\.visit) { $0.number }
    let scopedAsync = ScopedAsync<Visit, String>(\.visit) { "async \($0.number)" }
    let scopedOnMain = ScopedOnMain<Visit, Panel>(\.visit) { Panel("main \($0.number)") }
    let scopedNew = ScopedNew<Visit, [Int]>(\.visit) { [$0.number] }
    let scopedNewAsync = ScopedNewAsync<Visit, [String]>(\.visit) { ["\($0.number)"] }
    let scopedNewOnMain = ScopedNewOnMain<Visit, Panel>(\.visit) { Panel("new \($0.number)") }
    let ofScope = Scoped<Visit, Later>(
      \.scoped.deferred, \.scopedAsync.deferred, \.scopedOnMain.deferred, \.scopedNew.deferred, \.scopedNewAsync.deferred,
      \.scopedNewOnMain.deferred
    ) { Later(one: $0, async: $1, main: $2, new: $3, newAsync: $4, newOnMain: $5) }
  }

  struct Later: Sendable {
    let one: Provider<Int>
    let async: Provider<String>
    let main: Provider<Panel>
    let new: Provider<[Int]>
    let newAsync: Provider<[String]>
    let newOnMain: Provider<Panel>
  }

  private func composed() throws -> Composed<Forms> {
    try Composed(Forms.init, in: Container { $0.register(Double.self) { _ in 1.5 } }, named: "forms")
  }

  @Test("What each kind makes can be needed later, also what a module requires, and what is registered")
  func deferred() async throws {
    let app = try composed()
    #expect(app.container.problems(.afterWarmUp).isEmpty, "\(app.container.problems(.afterWarmUp))")
    let (one, async, main) = try app.shares()
    let (number, text, panel) = (try await one(), try await async(), try await main())
    #expect(number == 1 && text == "async")
    let shared = try await app.sharedOnMain()
    #expect(shared === panel)
    let (new, newAsync, newOnMain) = try app.news()
    let news = (try await new(), try await newAsync(), try await newOnMain(), try await newOnMain())
    #expect(news.0 == [1] && news.1 == [2] && news.2 !== news.3)
    let module = app.module
    let required = (try module.number(), try module.text(), try module.panel(), try module.double())
    let values = (try await required.0(), try await required.1(), try await required.2(), try await required.3())
    #expect(values.0 == 1 && values.1 == "async" && values.2 === panel && values.3 == 1.5)
    let circle = try await app.circleUser()
    #expect(circle == [7])
    let edges = app.container.graph().edges
    #expect(edges.contains { $0.from.name == "forms.module.number" && $0.to.name == "forms.shared" && $0.kind == .provider })
  }

  @Test("What each kind makes in a scope can be needed later by the scope's objects, which get that of their scope")
  func deferredInScope() async throws {
    let app = try composed()
    for number in 1...2 {
      let later = try await app.withScope(Visit(number: number)) { scope in
        let later = try scope(app.ofScope)
        let shared = (try await later.one(), try await later.async(), try await later.main())
        #expect(shared.0 == number && shared.1 == "async \(number)" && shared.2.text == "main \(number)")
        let new = (try await later.new(), try await later.newAsync(), try await later.newOnMain())
        #expect(new.0 == [number] && new.1 == ["\(number)"] && new.2.text == "new \(number)")
        let same = try await scope(app.scopedOnMain)
        #expect(same === shared.2)
        return later
      }
      await #expect(throws: ResolutionError.self, "its scope has ended") { try await later.one() }
    }
  }

  @Test("What a module requires and is warmed up is there for its synchronous objects, and not before")
  func warmedUp() async throws {
    let app = try composed()
    let early = #expect(throws: ResolutionError.self) { try app.module.warm() }
    #expect(early?.code == .asyncOnly)
    try await app.warmUp()
    #expect(try app.module.warm() == "async")
    #expect(Self.value(app) == "async")
    let text = await Self.onMain(app)
    #expect(text == "main")
  }

  private static func value(_ app: Composed<Forms>) -> String { app.sharedAsync.warmedUp.value }
  @MainActor private static func onMain(_ app: Composed<Forms>) -> String { app.sharedOnMain.value.text }

  @Test("The deferred of a requirement that stands for several objects is refused before anything is built")
  func notDeferrable() throws {
    struct Inner: Composition {
      let all: Need<[Int]>
      let user = Shared(\.all.deferred) { $0 }
    }
    struct App: Composition {
      let one = Shared { 1 }
      let all: Several<Int> = Several(\.one)
      let inner = Inner(all: Need(\App.all))
    }
    let error = #expect(throws: CompositionError.self) { try Composed(App.init) }
    #expect(error?.problems.map(\.kind) == [.notDeferrable(AnyKey([Int].self))])
    #expect("\(error.map { "\($0)" } ?? "")".contains("inner.user"))
  }

  @Test("What is registered is waited for by an asynchronous factory that needs it")
  func registeredAsync() async throws {
    struct App: Composition {
      let text = Registered<String>()
      let length = SharedAsync(\.text) { $0.count }
    }
    let container = try Container {
      $0.register(
        String.self,
        .async { _ in
          await Task.yield()
          return "four"
        })
    }
    let length = try await Composed(App.init, in: container).length()
    #expect(length == 4)
  }

  @Test("A key says under which name a container or a scope has what a property makes, of each kind that has one")
  func keys() async throws {
    let app = try composed()
    let names = [
      app.shared.key?.name, app.sharedAsync.key?.name, app.sharedOnMain.key?.name, app.new.key?.name, app.newAsync.key?.name,
      app.newOnMain.key?.name, app.scoped.key?.name, app.scopedAsync.key?.name, app.scopedOnMain.key?.name,
    ]
    #expect(names.allSatisfy { $0?.text.hasPrefix("forms.") == true } && Set(names).count == names.count)
    let key = try #require(app.scoped.key)
    let number = try await app.withScope(Visit(number: 3)) { scope in try scope.scope.resolveNow(Int.self, named: key.name) }
    #expect(number == 3)
    #expect(Forms().shared.key == nil)
  }

  @Test("An object of a graph is one for all that a call in a scope makes")
  func graphInScope() async throws {
    final class Leaf {}
    struct Trees: Composition {
      let visit = Given<Visit>()
      let leaf = ScopedNew<Visit, Leaf>(in: .graph) { Leaf() }
      let left = ScopedNew<Visit, [Leaf]>(\.leaf) { [$0] }
      let both = ScopedNew<Visit, [Leaf]>(\.leaf, \.left) { [$0] + $1 }
      let later = ScopedNewAsync<Visit, [Leaf]>(in: .graph, \.visit) { _ in [Leaf()] }
      let panel = ScopedNewOnMain<Visit, Panel>(in: .graph, \.visit) { Panel("\($0.number)") }
      let panels = ScopedNewOnMain<Visit, [Panel]>(\.panel, \.panelUser) { [$0] + $1 }
      let panelUser = ScopedNewOnMain<Visit, [Panel]>(\.panel) { [$0] }
    }
    let trees = try Composed(Trees.init)
    try await trees.withScope(Visit(number: 1)) { scope in
      let (one, other) = (try scope(trees.both), try scope(trees.both))
      #expect(one[0] === one[1] && other[0] === other[1] && one[0] !== other[0])
      let panels = try await scope(trees.panels)
      #expect(panels[0] === panels[1])
      let later = try await scope(trees.later)
      #expect(later.count == 1)
    }
  }

  @Test("A scope can be opened by hand, inside another one and from inside an object")
  func opening() async throws {
    struct Step: ComposedScope {
      typealias Outer = Visit
      let name: String
    }
    struct App: Composition {
      let log: Log
      let visit = Given<Visit>()
      let step = Given<Step>()
      let scoped: Scoped<Visit, Int>
      let line = Scoped<Step, String>(\.visit, \.step) { "\($0.number) \($1.name)" }
      let scopes = Scopes()
      let opener = Shared(\.scopes) { $0 }
      init(log: Log) {
        self.log = log
        scoped = Scoped(dispose: { log.note("\($0) \($1)") }, \.visit) { $0.number }
      }
    }
    let log = Log()
    let app = try Composed { App(log: log) }
    let scope = try app.openScope(Visit(number: 2))
    let step = try scope.openScope(Step(name: "a"))
    #expect(try scope(app.scoped) == 2 && step(app.line) == "2 a")
    let ended = (await step.end(), await scope.end(.failed(CancellationError())), await scope.end())
    #expect(ended == (true, true, false))
    let opener = try app.opener()
    let inner = try opener.openScope(Visit(number: 3))
    #expect(try inner(opener.app.scoped) == 3)
    await inner.end()
    #expect(log.all.suffix(2).first?.hasPrefix("2 failed") == true && log.all.last == "3 completed")
    try await app.shutdown()
    let error = #expect(throws: ResolutionError.self) { try app.openScope(Visit(number: 4)) }
    #expect(error?.code == .shutDown)
  }
}

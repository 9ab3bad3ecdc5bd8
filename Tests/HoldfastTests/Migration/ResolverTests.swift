import Holdfast
import HoldfastCompatibility
import Synchronization
import Testing

/// Every row of Resolver's named instances, in Holdfast's words.
@Suite("Resolver")
struct ResolverTests {
  private let container = Container()
  private let ledger = Ledger()

  /// Registers the unnamed service, the data service and the mock service, each noting its builds.
  private func registerServices(_ names: Name?..., scope: Sharing = .singleton) throws {
    for name in names {
      try container.register((any Servicing).self, named: name, scope: scope.lifetime()) { [ledger] _ in
        Service(name?.text ?? "unnamed", number: ledger.begin(name ?? "unnamed"))
      }
    }
  }

  @Test("Resolver: named registration")
  func namedRegistration() throws {
    try container
      .register(named: "data") { [ledger] _ in Service("data", number: ledger.begin("data")) as any Servicing }
      .register((any Servicing).self, named: "mock") { [ledger] _ in Service("mock", number: ledger.begin("mock")) }
    #expect(container.keys() == [AnyKey((any Servicing).self, named: "data"), AnyKey((any Servicing).self, named: "mock")])
    let data: any Servicing = try container.resolve(named: "data")
    let mock = try container.resolve((any Servicing).self, named: "mock")
    #expect([data.title, mock.title] == ["data", "mock"])
    #expect(try container.resolve((any Servicing).self, named: "data") === data)

    // Named and unnamed are independent, in both directions.
    let unnamed = try failure { try container.resolve((any Servicing).self) }
    #expect(unnamed.code == .notRegistered)
    #expect("\(unnamed)".contains("\"data\"") && "\(unnamed)".contains("\"mock\""), "it lists what there is")
    try registerServices(nil)
    #expect(try container.resolve((any Servicing).self).title == "unnamed")
    #expect(try container.resolve((any Servicing).self, named: "data") === data)
    #expect(try failure { try container.resolve((any Servicing).self, named: "other") }.code == .notRegistered)
    #expect(try failure { try container.resolve((any Servicing).self, named: "") }.code == .notRegistered, "no name is not the empty name")
    #expect(try container.unregister((any Servicing).self))
    #expect(try container.resolve((any Servicing).self, named: "mock") === mock)
    #expect([ledger.builds("data"), ledger.builds("mock"), ledger.builds("unnamed")] == [1, 1, 1])
  }

  @Test("Resolver: typed names")
  func typedNames() throws {
    try registerServices(.data, "mock")
    #expect(try container.resolve((any Servicing).self, named: .mock).title == "mock")
    let fromConfiguration = String("atad".reversed())
    let data = try container.resolve((any Servicing).self, named: .data)
    #expect(try container.resolve((any Servicing).self, named: Name(fromConfiguration)) === data)
    let key = Key<any Servicing>(named: .mock)
    #expect(try container.resolve(key) === container.resolve((any Servicing).self, named: "mock"))
    #expect([ledger.builds("data"), ledger.builds("mock")] == [1, 1])
  }

  @Test("Resolver: named values")
  func namedValues() throws {
    try container
      .register(named: .appKey, instance: "12345")
      .register(named: "retries", instance: 3)
      .register(named: "limit", instance: 10)
    let appKey: String = try container.resolve(named: .appKey)
    #expect(appKey == "12345")
    #expect(try container.resolve(Int.self, named: "retries") == 3)
    #expect(try container.resolve(Int.self, named: "limit") == 10)
    #expect(try failure { try container.resolve(String.self, named: "retries") }.code == .notRegistered)
    #expect(try failure { try container.resolve(String.self) }.code == .notRegistered)
  }

  @Test("Resolver: forwarding by name")
  func forwardingByName() throws {
    try registerServices(.data, .mock)
    let settings = Settings(mode: "data")
    try container
      .register(instance: settings)
      .forward((any Servicing).self, toName: { r in Name(try r.resolve(Settings.self).mode) })
    let data = try container.resolve((any Servicing).self)
    #expect(try data === container.resolve((any Servicing).self, named: .data))
    settings.mode = "mock"
    let mock = try container.resolve((any Servicing).self)
    #expect(try mock === container.resolve((any Servicing).self, named: .mock), "at every resolve")
    settings.mode = "data"
    #expect(try container.resolve((any Servicing).self) === data)
    #expect([ledger.builds("data"), ledger.builds("mock")] == [1, 1])

    settings.mode = "live"
    let error = try failure { try container.resolve((any Servicing).self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey((any Servicing).self), AnyKey((any Servicing).self, named: "live")])
    #expect("\(error)".contains("\"data\"") && "\(error)".contains("\"mock\""))
    // Also when what it forwards to is made anew each time.
    try container.register(Draft.self, named: "live", scope: .transient) { [ledger] _ in Draft(number: ledger.begin("draft")) }
    try container.forward(Draft.self, toName: { r in Name(try r.resolve(Settings.self).mode) })
    #expect(try [container.resolve(Draft.self).number, container.resolve(Draft.self).number] == [1, 2])
  }

  @Test("Resolver: `Resolving`")
  func resolving() throws {
    try registerServices(nil, .mock)
    let screen = Screen()
    try container.withCurrent {
      try screen.open()
    }
    #expect(try screen.service === container.resolve((any Servicing).self))
    #expect(try screen.mock === container.resolve((any Servicing).self, named: .mock))
    let other = try Container().register((any Servicing).self, instance: Service("other", number: 0))
    #expect(try failure { try other.withCurrent { try screen.open() } }.key == AnyKey((any Servicing).self, named: .mock))
    #expect(screen.service?.title == "other")
    // Inside a factory it is the container that builds.
    try container.register(Screen.self, scope: .transient) { _ in
      let screen = Screen()
      try screen.open()
      return screen
    }
    let built = try other.withCurrent { try container.resolve(Screen.self) }
    #expect(try built.service === container.resolve((any Servicing).self))
    #expect([ledger.builds("unnamed"), ledger.builds("mock")] == [1, 1])
  }

  @Test("Resolver: names × scopes")
  func namesAndScopes() throws {
    for (scope, text) in [(Sharing.singleton, "singleton"), (.cached("group"), "cached")] {
      let names = [Name("\(text) a"), Name("\(text) b")]
      try registerServices(names[0], names[1], scope: scope)
      let services = try names.map { try container.resolve((any Servicing).self, named: $0) }
      #expect(services[0] !== services[1])
      #expect(zip(names, services).allSatisfy { name, service in service.title == name.text })
      for (name, service) in zip(names, services) { #expect(try container.resolve((any Servicing).self, named: name) === service) }
      #expect(names.map(ledger.builds) == [1, 1])
      try container.reset((any Servicing).self, named: names[0])
      #expect(try container.resolve((any Servicing).self, named: names[0]).number == 2)
      #expect(try container.resolve((any Servicing).self, named: names[1]) === services[1])
    }
    try registerServices("scoped a", "scoped b", scope: .scoped)
    try container.withScope { scope throws in
      let (a, b) = (try scope.resolve((any Servicing).self, named: "scoped a"), try scope.resolve((any Servicing).self, named: "scoped b"))
      #expect(a !== b)
      #expect(try scope.resolve((any Servicing).self, named: "scoped a") === a)
    }
    #expect([ledger.builds("scoped a"), ledger.builds("scoped b")] == [1, 1])

    for name: Name in ["weak a", "weak b"] {
      try container.register(Service.self, named: name, scope: .weak) { [ledger] _ in Service(name.text, number: ledger.begin(name)) }
    }
    let (a, b) = (try container.resolve(Service.self, named: "weak a"), try container.resolve(Service.self, named: "weak b"))
    #expect(a !== b)
    #expect(try container.resolve(Service.self, named: "weak a") === a)

    for name: Name in ["graph a", "graph b"] {
      try container.register(Draft.self, named: name, scope: .graph) { [ledger] _ in Draft(number: ledger.begin(name)) }
    }
    try container.register([Draft].self, scope: .transient) { r in
      [try r.resolve(named: "graph a"), try r.resolve(named: "graph b"), try r.resolve(named: "graph a")]
    }
    let drafts = try container.resolve([Draft].self)
    #expect(drafts[0] === drafts[2] && drafts[0] !== drafts[1])
    #expect([ledger.builds("graph a"), ledger.builds("graph b")] == [1, 1])
  }

  @Test("Resolver: resolve-time choice")
  @MainActor
  func resolveTimeChoice() throws {
    try registerViewModels()
    for (isNew, title) in [(true, "add"), (false, "edit")] {
      let controller = container.withCurrent { EditorController() }
      controller.isNew = isNew
      #expect([ledger.builds("add"), ledger.builds("edit")] == (isNew ? [0, 0] : [1, 0]))
      let viewModel = try container.withCurrent { try controller.viewModel }
      #expect(viewModel.title == title)
      #expect(try controller.viewModel === viewModel, "chosen once")
    }
    #expect([ledger.builds("add"), ledger.builds("edit")] == [1, 1])
  }

  @MainActor
  private func registerViewModels() throws {
    for name: Name in [.add, .edit] {
      try container.register(
        ViewModel.self, named: name, scope: .transient,
        .mainActor { [ledger] _ in
          _ = ledger.begin(name)
          return ViewModel(title: name.text)
        })
    }
  }
}

extension ResolverTests {
  @Test("Resolver: example, a key, a mode and an editor")
  @MainActor
  func example() throws {
    try registerServices("data", "mock")
    let settings = Settings(mode: "mock")
    try container
      .register(String.self, named: "appKey", instance: "12345")
      .register(Session.self) { r in Session(appKey: try r.resolve(named: "appKey")) }
      .forward((any Servicing).self, toName: { _ in Name(settings.mode) })
    #expect(try container.resolve(Session.self).appKey == "12345")
    #expect(try container.resolve((any Servicing).self).title == "mock")
    settings.mode = "data"
    #expect(try container.resolve((any Servicing).self).title == "data")

    try registerViewModels()
    let (adding, editing) = container.withCurrent { (LazyEditor(isNew: true), LazyEditor(isNew: false)) }
    #expect([ledger.builds("add"), ledger.builds("edit")] == [0, 0])
    #expect([adding.viewModel.title, editing.viewModel.title] == ["add", "edit"])
    #expect(adding.viewModel === adding.viewModel)
    #expect([ledger.builds("add"), ledger.builds("edit")] == [1, 1])
  }
}

// MARK: What the tests build

extension Name {
  fileprivate static let data: Name = "data"
  fileprivate static let mock: Name = "mock"
  fileprivate static let appKey: Name = "appKey"
  fileprivate static let add: Name = "add"
  fileprivate static let edit: Name = "edit"
}

private protocol Servicing: AnyObject, Sendable {
  var title: String { get }
  var number: Int { get }
}

private final class Service: Servicing {
  let title: String
  let number: Int

  init(_ title: String, number: Int) {
    self.title = title
    self.number = number
  }
}

private final class Session: Sendable {
  let appKey: String

  init(appKey: String) { self.appKey = appKey }
}

private final class Settings: Sendable {
  private let stored: Mutex<String>

  init(mode: String) { stored = Mutex(mode) }

  var mode: String {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

private final class Draft {
  var number: Int

  init(number: Int) { self.number = number }
}

private final class Screen: Resolving {
  var service: (any Servicing)?
  var mock: (any Servicing)?

  func open() throws {
    service = try resolver.resolve()
    mock = try resolver.resolve(named: .mock)
  }
}

@MainActor private final class ViewModel {
  var title: String

  init(title: String) { self.title = title }
}

/// Chooses when the view model is first needed.
@MainActor private final class EditorController: Resolving {
  var isNew = true
  private var chosen: ViewModel?

  var viewModel: ViewModel {
    get throws {
      if let chosen { return chosen }
      let viewModel: ViewModel = try resolver.resolve(named: isNew ? .add : .edit)
      chosen = viewModel
      return viewModel
    }
  }
}

/// Chooses when it is made, resolves when the view model is first needed.
@MainActor private final class LazyEditor {
  @LazyInjected var viewModel: ViewModel

  init(isNew: Bool) { _viewModel = LazyInjected(named: isNew ? .add : .edit) }
}

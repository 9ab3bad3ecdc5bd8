import Holdfast
import HoldfastDiagnostics
import HoldfastStress
import Testing

/// Mistakes planted in the application, one at a time: each is reported alone, with what is wrong, where, and what to do.
@Suite("Planted mistakes")
struct PlantedMistakeTests {
  private let container: Container

  init() throws {
    container = try Application.container(Metrics(Ledger()))
  }

  /// The one problem there is.
  private func problem(_ location: SourceLocation = #_sourceLocation) throws -> ValidationProblem {
    let problems = container.problems(roots: Application.roots)
    #expect(problems.count == 1, "\(problems.map(\.description))", sourceLocation: location)
    let error = #expect(throws: ValidationError.self, sourceLocation: location) {
      try container.validate(roots: Application.roots)
    }
    #expect(error?.problems == problems, sourceLocation: location)
    return try #require(problems.first, sourceLocation: location)
  }

  private func site<T>(of type: T.Type, named name: Name? = nil) throws -> SourceSite {
    try #require(container.graph().nodes.first { $0.key == AnyKey(type, named: name) }).site
  }

  /// Puts a registration in the place of another one, as if it had always stood there.
  private func plant<T>(_ type: T.Type, named name: Name? = nil, _ register: (Container) throws -> Void) throws {
    #expect(try container.unregister(type, named: name))
    try register(container)
  }

  @Test("Missing")
  func missing() throws {
    try container.unregister(TextMessageClient.self)
    let problem = try problem()
    #expect(problem.kind == .missing)
    #expect(problem.key == AnyKey((any Notifier).self))
    #expect(problem.path == [AnyKey((any Notifier).self), AnyKey(TextMessageClient.self)])
    #expect(problem.sites == [try site(of: (any Notifier).self)])
    #expect(problem.message == "StressKitTests.Notifier needs StressKitTests.TextMessageClient, which is not registered.")
    #expect(problem.remedy == "Register StressKitTests.TextMessageClient, or make the dependency optional.")
  }

  @Test("Missing where a provider is asked for")
  func missingProvider() throws {
    try plant(ExchangeRates.self) { _ in }
    let problems = container.problems(roots: Application.roots)
    #expect(problems.allSatisfy { $0.kind == .missing && $0.path.last == AnyKey(ExchangeRates.self) })
    #expect(
      problems.map(\.key)
        == [
          AnyKey((any Handler).self, named: "orders"), AnyKey(PriceCalculator.self), AnyKey((any Job).self, named: "rate refresh"),
        ].sorted(like: container.keys()), "one for each key that needs it")
  }

  @Test("Registered under another name")
  func otherName() throws {
    try plant(ConnectionPool.self, named: .replica) {
      try $0.register(
        ConnectionPool.self, named: "standby", .asyncWired { (secrets: Secrets) -> ConnectionPool in fatalError("not built") })
    }
    let problems = container.problems(roots: Application.roots)
    #expect(problems.map(\.kind) == [.missing, .unreachable], "no factory needs the pool under its new name")
    let problem = try #require(problems.first)
    #expect(problem.path == [AnyKey(Database.self), AnyKey(ConnectionPool.self, named: .replica)])
    #expect(problem.message.hasSuffix("needs StressKitTests.ConnectionPool named \"replica\", which is not registered."))
    let standby = try site(of: ConnectionPool.self, named: "standby")
    #expect(problem.remedy.contains("StressKitTests.ConnectionPool named \"standby\" (at \(standby))"))
    #expect(container.problems().map(\.kind) == [.missing], "without roots, alone")
  }

  @Test("A cycle, with its path; a provider breaks it")
  func cycle() throws {
    try plant(GeocodingClient.self) {
      try $0.register(GeocodingClient.self, .wired { (transport: HTTPTransport, shipping: ShippingClient) in fatalError("not built") })
    }
    let problem = try problem()
    #expect(problem.kind == .cycle)
    #expect(problem.path == [AnyKey(ShippingClient.self), AnyKey(GeocodingClient.self), AnyKey(ShippingClient.self)])
    #expect(problem.sites == [try site(of: ShippingClient.self), try site(of: GeocodingClient.self)])
    #expect(problem.message == "StressKitTests.ShippingClient and StressKitTests.GeocodingClient need each other to be built.")
    #expect(problem.remedy.contains("a Provider or a Lazy"))

    try plant(GeocodingClient.self) {
      try $0.register(
        GeocodingClient.self, .wired { (transport: HTTPTransport, shipping: Provider<ShippingClient>) in fatalError("not built") })
    }
    #expect(container.problems(roots: Application.roots).map(\.description) == [])
  }

  @Test("A captive: a singleton that holds what belongs to a request")
  func captive() throws {
    try plant(CachePurger.self) {
      try $0.register(
        CachePurger.self, .wired { (users: UserRepository, secrets: Secrets) in fatalError("not built") })
    }
    let problems = container.problems(roots: Application.roots).filter { $0.kind != .unreachable }
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.kind == .captive)
    #expect(problem.path == [AnyKey(CachePurger.self), AnyKey(UserRepository.self)])
    #expect(problem.sites == [try site(of: CachePurger.self), try site(of: UserRepository.self)])
    #expect(problem.message.hasSuffix("(singleton) would hold StressKitTests.UserRepository, which lives only as long as its scope."))
  }

  @Test("A captive through a transient")
  func captiveThroughTransient() throws {
    try plant(StatusPage.self) {
      try $0.register(
        StatusPage.self, .wired { (health: HealthMonitor, banner: Banner?, prices: PriceCalculator) in fatalError("not built") })
    }
    #expect(container.problems(roots: Application.roots).isEmpty, "a transient alone may be held")
    try plant(PriceCalculator.self) {
      try $0.register(
        PriceCalculator.self, scope: .transient,
        .wired { (tax: TaxClient, flags: FeatureFlags, context: RequestContext) -> PriceCalculator in fatalError("not built") })
    }
    let problem = try problem()
    #expect(problem.kind == .captive)
    #expect(problem.key == AnyKey(StatusPage.self))
    #expect(problem.path == [AnyKey(StatusPage.self), AnyKey(PriceCalculator.self), AnyKey(RequestContext.self)])
  }

  @Test("A captive through all of a type")
  func captiveThroughAll() throws {
    try container.register(
      (any HealthCheck).self, named: "requests", scope: .scoped, .wired { (work: UnitOfWork) in fatalError("not built") })
    let problem = try problem()
    #expect(problem.kind == .captive)
    #expect(problem.path == [AnyKey(HealthMonitor.self), AnyKey((any HealthCheck).self, named: "requests")])
  }

  @Test("An asynchronous dependency under a synchronous registration")
  func asynchronous() throws {
    try plant(StatusPage.self) {
      try $0.register(StatusPage.self, .wired { (health: HealthMonitor, schema: Schema) in fatalError("not built") })
    }
    let problem = try problem()
    #expect(problem.kind == .asynchronous)
    #expect(problem.path == [AnyKey(StatusPage.self), AnyKey(Schema.self)])
    #expect(problem.sites == [try site(of: StatusPage.self), try site(of: Schema.self)])
    #expect(
      problem.message == "The synchronous factory of StressKitTests.StatusPage needs StressKitTests.Schema, which is built asynchronously.")
  }

  @Test("A dependency isolated to an actor under a synchronous registration")
  func isolated() throws {
    try plant(StatusPage.self) {
      try $0.register(StatusPage.self, .wired { (health: HealthMonitor, index: SearchIndex) in fatalError("not built") })
    }
    let problem = try problem()
    #expect(problem.kind == .asynchronous)
    #expect(problem.path == [AnyKey(StatusPage.self), AnyKey(SearchIndex.self)])
  }

  @Test("A main-actor dependency under a synchronous registration")
  func mainActor() throws {
    try plant(StatusPage.self) {
      try $0.register(StatusPage.self, .wired { (health: HealthMonitor, console: AdminConsole) in fatalError("not built") })
    }
    let problem = try problem()
    #expect(problem.kind == .isolation)
    #expect(problem.path == [AnyKey(StatusPage.self), AnyKey(AdminConsole.self)])
    #expect(problem.message.contains("which is built on the main actor"))
    #expect(problem.remedy.contains("main-actor factory"))
  }

  @Test("Unreachable")
  func unreachable() throws {
    try container.register(Banner.self, named: "spring", instance: Banner())
    let problem = try problem()
    #expect(problem.kind == .unreachable)
    #expect(problem.path == [AnyKey(Banner.self, named: "spring")])
    #expect(problem.message == "StressKitTests.Banner named \"spring\" is registered, but no root needs it.")
    #expect(container.problems().isEmpty, "without roots everything may be one")
  }

  @Test("Duplicate")
  func duplicate() throws {
    let first = try site(of: Logger.self)
    try container.register(Logger.self, .wired { (sink: LogSink, clock: any WallClock) in fatalError("not built") })
    let problem = try problem()
    #expect(problem.kind == .duplicate)
    #expect(problem.key == AnyKey(Logger.self))
    #expect(problem.sites == [try site(of: Logger.self), first])
    #expect(problem.message.contains("is registered twice; the registration at \(try site(of: Logger.self)) replaced the one at \(first)."))
  }
}

extension [AnyKey] {
  /// The same keys in the order of others.
  fileprivate func sorted(like others: [AnyKey]) -> [AnyKey] { others.filter(contains) }
}

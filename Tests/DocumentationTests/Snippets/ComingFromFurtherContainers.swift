import Holdfast
import Testing

/// The examples of the article "Coming from swift-dependencies, Dip, DITranquillity, Needle, Knit or SafeDI", as they stand there.
@Suite("Coming from swift-dependencies, Dip, DITranquillity, Needle, Knit or SafeDI")
struct ComingFromFurtherContainers {
  protocol Weather: Sendable {
    var degrees: Int { get }
  }

  struct LiveWeather: Weather { let degrees = 3 }

  struct FixedWeather: Weather { let degrees: Int }

  struct Forecast: Sendable {
    let weather: any Weather
    var text: String { "\(weather.degrees) °C" }
  }

  struct Member: Sendable { let name: String }

  final class Timeline: Sendable {
    let member: Member
    init(member: Member) { self.member = member }
  }

  // MARK: swift-dependencies

  func testDoubles(_ batch: Batch) {
    batch.register((any Weather).self, instance: FixedWeather(degrees: 21))
  }

  func makeApp() throws -> Container {
    try Container { batch in
      batch.register((any Weather).self) { _ in LiveWeather() }
      batch.register(Forecast.self, .wired(Forecast.init))
    }
  }

  func forecastInATest(of app: Container) throws -> String {
    try app.withOverrides(testDoubles) {
      try app.resolve(Forecast.self).text  // built for this test, with the double
    }
  }

  @Test
  func doubles() throws {
    let app = try makeApp()
    #expect(try forecastInATest(of: app) == "21 °C")
    #expect(try app.resolve(Forecast.self).text == "3 °C")
  }

  // MARK: Needle

  func registerLogin(in batch: Batch) {
    batch.register(seeded: Member.self, in: .login)
    batch.register(Timeline.self, scope: .scoped(to: .login), .wired(Timeline.init))
  }

  func logIn(_ member: Member, to app: Container) throws -> Scope {
    try app.openScope(.login, seeds: [.value(member)])  // end() at logout
  }

  @Test
  func sessions() async throws {
    let app = try Container { registerLogin(in: $0) }
    let session = try logIn(Member(name: "Ada"), to: app)
    let timeline = try await session.resolve(Timeline.self)
    #expect(timeline.member.name == "Ada")
    await session.end()
  }
}

extension ScopeKind {
  static let login: ScopeKind = "login"
}

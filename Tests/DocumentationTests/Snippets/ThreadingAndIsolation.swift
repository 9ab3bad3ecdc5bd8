import Holdfast
import HoldfastDiagnostics
import Testing

/// The examples of the article "Threading and isolation", as they stand there.
@Suite("Threading and isolation", .serialized)
struct ThreadingAndIsolation {
  final class Database: Sendable {
    static func open() async throws -> Database { Database() }
  }

  func start(_ container: Container) async throws -> Bool {
    try container.register(Database.self, .async { _ in try await Database.open() })
    let opened = try await container.resolve(Database.self)  // suspends until it is open
    let same = try container.resolveNow(Database.self)  // synchronously: it is open
    return opened === same
  }

  @globalActor actor StorageActor {
    static let shared = StorageActor()
  }

  @StorageActor final class Library {
    var titles: [String] = []
    init() {}
  }

  @MainActor final class Window {
    let title: String
    init(title: String) { self.title = title }
  }

  func registerIsolated(in container: Container) throws {
    try container
      .register(String.self, named: "title", instance: "Library")
      .register(Library.self, .isolated { @StorageActor _ in Library() })
      .register(
        Window.self, .mainActor { r in Window(title: try r.resolve(named: "title")) })
  }

  struct Dashboard: Sendable {
    let news: String
    let weather: String
  }

  func registerDashboard(in container: Container) throws {
    try container
      .register(String.self, named: "news", .async { _ in "all quiet" })
      .register(String.self, named: "weather", .async { _ in "sunny" })
      .register(
        Dashboard.self,
        .async { r in
          let resolver = r.concurrent
          async let news = resolver.resolve(String.self, named: "news")
          async let weather = resolver.resolve(String.self, named: "weather")
          return try await Dashboard(news: news, weather: weather)
        })
  }

  @Test
  func opensOnce() async throws {
    #expect(try await start(Container()))
  }

  @Test
  @MainActor
  func isolated() async throws {
    let container = Container()
    try registerIsolated(in: container)
    _ = try await container.resolve(Library.self)
    #expect(try container.resolveNow(Window.self).title == "Library")
  }

  @Test
  func parts() async throws {
    let container = Container()
    try registerDashboard(in: container)
    let dashboard = try await container.resolve(Dashboard.self)
    #expect(dashboard.news == "all quiet")
    #expect(dashboard.weather == "sunny")
  }

  @Test
  func reports() throws {
    LongWaits.report(after: .seconds(5)) { report in print(report) }
    LongWaits.report(after: .seconds(10))
    #expect(try Container().register(Int.self, instance: 1).resolve(Int.self) == 1)
  }

  @Test("what the table says of a synchronous caller")
  func synchronousCaller() async throws {
    let container = Container()
    try registerIsolated(in: container)
    let early = #expect(throws: ResolutionError.self) { try container.resolveNow(Library.self) }
    #expect(early?.code == .asyncOnly)
    let library = try await container.resolve(Library.self)
    #expect(try container.resolveNow(Library.self) === library)
    let elsewhere = #expect(throws: ResolutionError.self) { try container.resolveNow(Window.self) }
    #expect(elsewhere?.code == .mainActorOnly)
    let window = try await container.resolve(Window.self)
    #expect(try container.resolveNow(Window.self) === window)
  }
}

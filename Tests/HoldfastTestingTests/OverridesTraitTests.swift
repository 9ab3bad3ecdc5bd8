import Holdfast
import HoldfastTesting
import Testing

private struct Greeting: Sendable, Equatable {
  let text: String
}

private struct Greeter: Sendable {
  let greeting: Greeting
}

private let app = Container()

private func registered() throws -> Container {
  try app.registerIfAbsent {
    $0.register(instance: Greeting(text: "live"))
    $0.register { r in try Greeter(greeting: r.resolve()) }
  }
  return app
}

@Suite("Overrides trait")
struct OverridesTraitTests {
  @Test("A test's layer reaches what depends on an overridden key", arguments: 0..<20)
  func layerReachesDependents(_ number: Int) async throws {
    let trait: OverridesTrait = .overrides(of: app) { $0.register(instance: Greeting(text: "test \(number)")) }
    _ = try registered()
    try await scoped(trait) { () async throws in
      #expect(try app.resolveNow(Greeter.self).greeting.text == "test \(number)")
      await Task.yield()
      #expect(try await app.resolve(Greeting.self).text == "test \(number)")
      let wrapped = Injected<Greeter>()
      #expect(try wrapped.get().greeting.text == "test \(number)")
    }
    #expect(try registered().resolveNow(Greeter.self).greeting.text == "live")
  }

  @Test("Strict mode reports a live registration by its name")
  func strictReportsLive() async throws {
    _ = try registered()
    let trait: OverridesTrait = .overrides(of: app, live: .forbidden) { $0.register(instance: Greeting(text: "mine")) }
    try await withKnownIssue {
      try await scoped(trait) { _ = try app.resolveNow(Greeter.self) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Greeter was resolved live") }
    }
  }

  @Test("The trait applies to the test it is written on", .overrides(of: app) { $0.register(instance: Greeting(text: "trait")) })
  func appliesToItsTest() throws {
    #expect(try app.resolve(Greeting.self).text == "trait")
  }

  /// Runs `body` as a test case of this very test would run under `trait`.
  private func scoped(_ trait: OverridesTrait, _ body: @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}

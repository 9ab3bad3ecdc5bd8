import Foundation
import Holdfast
import HoldfastTesting
import Testing

private struct Greeting: Sendable, Equatable {
  let text: String
}

private struct Greeter: Sendable {
  let greeting: Greeting
}

private let app: Container = {
  let container = Container()
  do {
    try container.register(instance: Greeting(text: "live")).register { r in try Greeter(greeting: r.resolve()) }
  } catch {
    Issue.record(error)
  }
  return container
}()

@Suite("Overrides trait")
struct OverridesTraitTests {
  @Test("A test's layer reaches what depends on an overridden key", arguments: 0..<20)
  func layerReachesDependents(_ number: Int) async throws {
    let trait: OverridesTrait = .overrides(of: app) { $0.register(instance: Greeting(text: "test \(number)")) }
    try await scoped(trait) { () async throws in
      #expect(try app.resolveNow(Greeter.self).greeting.text == "test \(number)")
      await Task.yield()
      #expect(try await app.resolve(Greeting.self).text == "test \(number)")
      let wrapped = Injected<Greeter>()
      #expect(try wrapped.get().greeting.text == "test \(number)")
    }
    #expect(try app.resolveNow(Greeter.self).greeting.text == "live")
  }

  @Test("Strict mode reports a live registration by its name")
  func strictReportsLive() async throws {
    let trait: OverridesTrait = .overrides(of: app, live: .forbidden) { $0.register(instance: Greeting(text: "mine")) }
    try await withKnownIssue {
      try await scoped(trait) { _ = try app.resolveNow(Greeter.self) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Greeter was resolved live") }
    }
  }

  @Test("Strict mode lets pass what is named")
  func strictWithExceptions() async throws {
    let trait: OverridesTrait = .overrides(of: app, live: .forbidden(except: Greeter.self)) {
      $0.register(instance: Greeting(text: "mine"))
    }
    try await scoped(trait) { () async throws in #expect(try app.resolveNow(Greeter.self).greeting.text == "mine") }

    let other: OverridesTrait = .overrides(of: app, live: .forbidden(except: Greeting.self)) {
      $0.register(instance: Greeting(text: "mine"))
    }
    try await withKnownIssue {
      try await scoped(other) { _ = try app.resolveNow(Greeter.self) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Greeter was resolved live") }
    }
  }

  @Test("An override of what the container lacks is reported with what comes near it")
  func unknownOverride() async throws {
    let trait: OverridesTrait = .overrides(of: app) { $0.register(named: "formal", instance: Greeting(text: "mine")) }
    try await withKnownIssue {
      try await scoped(trait) {}
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("Greeting named \"formal\" is overridden") && $0.rawValue.contains("registered are: ")
          && $0.rawValue.contains("adding: [X.self]")
      }
    }
  }

  @Test("An override that is declared new, one of a parent's, a contribution and an array of what is registered are no surprises")
  func knownOverrides() async throws {
    let child = Container(parent: app)
    let trait: OverridesTrait = .overrides(of: child, adding: [Int.self]) {
      $0.register(instance: 1)
      $0.register(instance: Greeting(text: "mine"))
      $0.contribute(Greeting.self, instance: Greeting(text: "another"))
    }
    try await scoped(trait) { () async throws in #expect(try child.resolveNow(Int.self) == 1) }
    let array: OverridesTrait = .overrides(of: child) { $0.register([Greeting].self) { _ in [] } }
    try await scoped(array) { () async throws in #expect(try { try child.resolveAll(Greeting.self) }().isEmpty) }
  }

  @Test("The trait applies to the test it is written on", .overrides(of: app) { $0.register(instance: Greeting(text: "trait")) })
  func appliesToItsTest() throws {
    #expect(try app.resolve(Greeting.self).text == "trait")
  }

  @Test("Its issues are located at the test, whichever thread or task finds them")
  func issuesBelongToTheTest() async throws {
    let here = try #require(Test.current).sourceLocation
    let trait: OverridesTrait = .overrides(of: app, live: .forbidden) { $0.register(named: "formal", instance: Greeting(text: "mine")) }
    try await withKnownIssue {
      try await scoped(trait) {
        _ = try app.resolveNow(Greeting.self)
        async let greeter = app.resolve(Greeter.self)
        _ = try await greeter
      }
    } matching: { issue in
      issue.sourceLocation == here
    }
  }

  @Test("Each issue that the library records says where it belongs")
  func issuesAreLocated() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources").standardizedFileURL
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    var recorded = 0
    for file in files where file.pathExtension == "swift" {
      for call in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "Issue.record(").dropFirst() {
        recorded += 1
        #expect(call.prefix(500).contains("sourceLocation:"), "\(file.lastPathComponent)")
      }
    }
    #expect(recorded > 0)
  }

  /// Runs `body` as a test case of this very test would run under `trait`.
  private func scoped(_ trait: OverridesTrait, _ body: @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}

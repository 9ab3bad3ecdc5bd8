import Foundation
import Holdfast
import HoldfastDiagnostics
import TestSupport
import Testing

extension ValidationTests {
  @Suite("Case 61", .serialized)
  struct Case61 {
    private final class Request: Sendable {}

    @Test(
      "Case 61 S: a singleton that depends on something of a shorter scope does not pass validation",
      arguments: [Sharing.singleton, .cached("group")])
    func captive(_ scope: Sharing) throws {
      let container = Container()
      try container.register(Request.self, scope: .scoped) { _ in Request() }
        .register(Int.self, scope: scope.lifetime(), .wired { (request: Request) in 1 })
      let error = try #require(throws: ValidationError.self) { try container.validate() }
      #expect(error.problems.map(\.kind) == [.captive])
      #expect(error.problems.first?.path == [AnyKey(Int.self), AnyKey(Request.self)])
      #expect(error.problems.first?.sites.count == 2)
      #expect(try failure { try container.withScope { try $0.resolve(Int.self) } }.code == .outsideScope, "and it does not resolve")
    }

    @Test("Case 61 S: nor does one that holds it through transients")
    func throughTransients() throws {
      let container = Container()
      try container.register(Request.self, scope: .scoped) { _ in Request() }
        .register(Int8.self, scope: .transient, .wired { (request: Request) in 1 })
        .register(Int16.self, scope: .transient, .wired { (inner: Int8) in 1 })
        .register(Int.self, .wired { (outer: Int16) in 1 })
      #expect(container.problems().map(\.kind) == [.captive])
      #expect(container.problems().first?.path == [AnyKey(Int.self), AnyKey(Int16.self), AnyKey(Int8.self), AnyKey(Request.self)])
    }

    @Test("Case 61 S: what lives as long as the scope, or shorter, may hold it")
    func notCaptive() throws {
      let container = Container()
      try container.register(Request.self, scope: .scoped) { _ in Request() }
        .register(Int.self, scope: .scoped, .wired { (request: Request) in 1 })
        .register(Int8.self, scope: .transient, .wired { (request: Request) in 1 })
        .register(Int16.self, scope: .graph, .wired { (request: Request) in 1 })
      try container.validate()
    }
  }

  @Suite("Ten thousand registrations", .serialized)
  struct Scale {
    private final class Request: Sendable {}

    @Test("Validation looks at 10,000 registrations in less than 100 ms and runs no factory")
    func scale() throws {
      let (container, builds) = (Container(), Counter())
      // A tree: below each key two others, and a provider of the one above.
      let count = 10_000
      try container.registerAll { batch in
        for index in 0..<count {
          batch.register(
            Int.self, named: Name("\(index)"),
            .wired(
              { (first: Int, second: Int, provider: Provider<Int>) in builds.add() },
              keys: Key(named: Name("\(min(2 * index + 1, count))")), Key(named: Name("\(min(2 * index + 2, count))")),
              Key(named: Name("\(index / 2)"))))
        }
        batch.register(Int.self, named: Name("\(count)"), instance: 1)
      }
      var problems: [ValidationProblem] = []
      var fastest = Duration.seconds(1000)
      // Other tests share the cores: this thread's own time counts, and the best of some tries.
      for _ in 0..<5 where fastest >= Self.limit {
        let start = Self.threadTime
        problems = container.problems(roots: [AnyKey(Int.self, named: "0")])
        fastest = min(fastest, Self.threadTime - start)
      }
      #expect(problems.map(\.description).prefix(3) == [])
      #expect(builds.value == 0)
      #expect(fastest < Self.limit)
    }

    @Test("A chain of 10,000 is validated without recursion, a cycle of 10,000 found")
    func chain() throws {
      let container = Container()
      let count = 10_000
      try container.registerAll { batch in
        for index in 0..<count {
          batch.register(
            Int.self, named: Name("\(index)"), .wired({ (next: Int) in next }, keys: Key(named: Name("\((index + 1) % count)"))))
        }
      }
      let problems = container.problems()
      #expect(problems.map(\.kind) == [.cycle])
      #expect(problems.first?.path.count == count + 1)
      #expect(problems.map(\.description.utf8.count).allSatisfy { $0 <= 8192 }, "the text stays readable")
    }

    /// What makes a container larger.
    enum Shape: CaseIterable, Sendable {
      /// Singletons that each hold the first of a chain of transients; something else lives in a scope.
      case transients
      /// The same; the chain ends with what lives in a scope of a kind, as those that hold it do.
      case scopes
      /// Values that each need all of one collection.
      case collections
      /// Synchronous values that each need the first of a chain of forwards.
      case forwards
      /// Values that need what is missing.
      case missing
    }

    private func container(_ shape: Shape, _ count: Int) throws -> Container {
      let container = Container()
      try container.registerAll { batch in
        batch.register(Request.self, scope: .scoped) { _ in Request() }
        batch.register(Request.self, named: "session", scope: .scoped(to: "session")) { _ in Request() }
        batch.register(Int.self, named: Name("\(count)"), instance: 1)
        for index in 0..<count {
          let (name, next, first) = (Name("\(index)"), Key<Int>(named: Name("\(index + 1)")), Key<Int>(named: "0"))
          switch shape {
          case .transients:
            batch.register(Int.self, named: name, scope: .transient, .wired({ (next: Int) in next }, keys: next))
            batch.register(String.self, named: name, .wired({ (_: Int) in "" }, keys: first))
          case .scopes:
            if index + 1 == count {
              batch.register(Int.self, named: name, scope: .transient, .wired({ (_: Request) in 1 }, keys: Key(named: "session")))
            } else {
              batch.register(Int.self, named: name, scope: .transient, .wired({ (next: Int) in next }, keys: next))
            }
            batch.register(String.self, named: name, scope: .scoped(to: "session"), .wired({ (_: Int) in "" }, keys: first))
          case .collections:
            batch.contribute(Int.self, instance: 1)
            batch.register(String.self, named: name, .wired { (_: [Int]) in "" })
          case .forwards:
            batch.forward(Int.self, named: name, to: Int.self, targetNamed: next.name) { $0 }
            batch.register(String.self, named: name, .wired({ (_: Int) in "" }, keys: first))
          case .missing: batch.register(String.self, named: name, .wired({ (_: Double) in "" }, keys: Key(named: name)))
          }
        }
      }
      return container
    }

    private func time(_ container: Container, expecting problems: Int) -> Duration {
      let start = Self.threadTime
      #expect(container.problems().count == problems)
      return Self.threadTime - start
    }

    @Test("Case 141 S: validation is linear, whatever there is among the registrations", arguments: Shape.allCases)
    func linear(_ shape: Shape) throws {
      let (few, many) = (200, 3_200)
      let (small, large) = (try container(shape, few), try container(shape, many))
      var (fewest, most) = (Duration.seconds(1_000), Duration.seconds(1_000))
      // Other tests share the cores: this thread's own time counts, and the best of some tries. Linear is 16 times as long, quadratic 256 times.
      for _ in 0..<5 {
        fewest = min(fewest, time(small, expecting: shape == .missing ? few : 0))
        most = min(most, time(large, expecting: shape == .missing ? many : 0))
        if most < fewest * 64 { return }
      }
      Issue.record("\(many) took \(most), \(few) took \(fewest)")
    }

    /// How long the calling thread has run.
    private static var threadTime: Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Only optimized code without a sanitizer is held to the goal.
    private static var limit: Duration {
      #if DEBUG
        return .seconds(5)
      #else
        return Sanitizer.isOn ? .seconds(20) : .milliseconds(100)
      #endif
    }
  }
}

import Holdfast
import HoldfastTesting
import Testing

@Suite("expectValid") struct ExpectValidTests {
  private struct Engine: Sendable {}
  private struct Car: Sendable { let engine: Engine }

  @Test("A container without a mistake passes")
  func valid() throws {
    let container = try Container {
      $0.register(Engine.self) { _ in Engine() }
      $0.register(Car.self, .wired(Car.init))
    }
    expectValid(container, roots: [AnyKey(Car.self)])
  }

  @Test("Every problem is an issue of its own, at the caller's line, with its remedy")
  func invalid() throws {
    let container = try Container {
      $0.register(Car.self, .wired(Car.init))
      $0.register(Int.self, .wired { (missing: Double) in Int(missing) })
    }
    let here = #_sourceLocation
    withKnownIssue {
      expectValid(container, sourceLocation: here)
    } matching: { issue in
      issue.sourceLocation == here && issue.comments.contains { "\($0)".contains("remedy: ") }
    }
  }
}

import Holdfast
import HoldfastDiagnostics
import Testing

/// Validation that knows what warming up does.
@Suite("Validation after warming up")
struct WarmUpValidationTests {
  private let container = Container()

  private func problems(_ moment: ValidationMoment) -> [String] {
    container.problems(moment).map { "\($0.kind.rawValue): \($0.path.map(\.short).joined(separator: " → "))" }
  }

  @Test("A synchronous factory may need what warming up builds, and does then resolve", arguments: [false, true])
  func shared(isOnMainActor: Bool) async throws {
    for scope in [Sharing.singleton, .cached("pools")] {
      let container = Container()
      if isOnMainActor {
        try container.register(Int.self, scope: scope.lifetime(), .mainActor { _ in 1 })
      } else {
        try container.register(Int.self, scope: scope.lifetime(), .async { _ in 1 })
      }
      try container.register(String.self, scope: .scoped, .wired { (number: Int) in "\(number)" })
      #expect(container.problems().map(\.kind) == [isOnMainActor ? .isolation : .asynchronous])
      #expect(container.problems().first?.remedy.contains("validate(.afterWarmUp)") == true)
      try container.validate(.afterWarmUp)
      // As the remedy says.
      try await container.warmUp()
      container.seal()
      try container.withScope { scope in
        let text = try scope.resolveNow(String.self)
        #expect(text == "1")
      }
    }
  }

  @Test("What warming up does not build is a problem after it too")
  func others() throws {
    try container.register(Int.self, scope: .scoped, .async { _ in 1 })
      .register(Double.self, scope: .transient, .async { _ in 1 })
      .register(String.self, scope: .scoped, .wired { (number: Int) in "\(number)" })
      .register(Float.self, scope: .transient, .wired { (number: Double) in Float(number) })
    #expect(problems(.afterWarmUp) == ["asynchronous: String → Int", "asynchronous: Float → Double"])
    #expect(problems(.always) == problems(.afterWarmUp))
  }

  @Test("A forward is as synchronous as its caller")
  func forward() async throws {
    try container.register(Int.self, .async { _ in 1 }).forward(Int.self, named: "alias", to: Int.self) { $0 }
      .forward(Int.self, named: "far", to: Int.self, targetNamed: "alias") { $0 }
    try container.validate()
    try container.register(String.self, .wired({ (number: Int) in "\(number)" }, keys: Key(named: "far")))
    #expect(problems(.always) == ["asynchronous: String → Int named \"far\" → Int named \"alias\" → Int"])
    #expect(problems(.afterWarmUp) == [])
    try container.register(Double.self, .asyncWired { (number: Int) async in Double(number) })
    #expect(problems(.always).count == 1)
    _ = try await container.resolve(Int.self, named: "far")
  }
}

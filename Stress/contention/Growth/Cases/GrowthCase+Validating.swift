import Holdfast
import HoldfastDiagnostics

/// What is looked for in all registrations.
extension GrowthCase {
  static let validating = [
    validation("validate-transients", "n singletons are validated that each need the first of a chain of n transients; a singleton") {
      container, names in
      try container.registerAll { batch in
        batch.register(GrowthPart.self, scope: .scoped) { _ in GrowthPart() }
        for (name, next) in zip(names, names.dropFirst()) {
          batch.register(Int.self, named: name, scope: .transient, .wired({ (next: Int) in next }, keys: Key(named: next)))
          batch.register(GrowthHub.self, named: name, .wired({ (_: Int) in GrowthHub() }, keys: Key(named: names[0])))
        }
        if let last = names.last { batch.register(Int.self, named: last, instance: 1) }
      }
    },
    validation("validate-collections", "n values are validated that each need all of n others; a value") { container, names in
      try container.registerAll { batch in
        for name in names {
          batch.contribute(GrowthPart.self, instance: GrowthPart())
          batch.register(GrowthHub.self, named: name, .wired { (_: [GrowthPart]) in GrowthHub() })
        }
      }
    },
  ]

  private static func validation(
    _ name: String, _ summary: String, _ fill: @escaping @Sendable (Container, [Name]) throws -> Void
  ) -> GrowthCase {
    GrowthCase(name, summary, upTo: 16_382) { count in
      let container = Container()
      try fill(container, (0..<count).map { Name("\($0)") })
      return try sample(count) { try container.validate() }
    }
  }
}

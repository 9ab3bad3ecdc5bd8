import Holdfast

/// What resolves.
extension GrowthCase {
  static let resolving = [
    GrowthCase("hit", "one key is resolved beside n keys; a hit", memory: .kept(atMost: 65_536), upTo: 262_142) { count in
      let (container, names) = try filled(count)
      return try hits { BlackHole.swallow(try container.resolve(GrowthPart.self, named: names[0])) }
    },
    GrowthCase("hits-of-all", "each of n names is resolved again; a hit", upTo: 262_142) { count in
      let (container, names) = try filled(count)
      return try sample(count) { for name in names { BlackHole.swallow(try container.resolve(GrowthPart.self, named: name)) } }
    },
    GrowthCase("provider", "the provider of one key is asked beside n keys; a call", upTo: 262_142) { count in
      let (container, names) = try filled(count)
      let provider = container.provider(GrowthPart.self, named: names[0])
      return try withExtendedLifetime(container) { try hits { BlackHole.swallow(try provider()) } }
    },
    GrowthCase("first-resolve", "n keys are resolved for the first time; a key", memory: .constantPerItem, upTo: 262_142) { count in
      let (container, names) = try beside(count)
      return try withExtendedLifetime(container) {
        try sample(count) { for name in names { BlackHole.swallow(try container.resolve(GrowthPart.self, named: name)) } }
      }
    },
    GrowthCase("dependencies", "a factory resolves n others; one of them", upTo: 16_382) { count in
      let (container, names) = try beside(count)
      try container.register(GrowthHub.self) { r in
        for name in names { BlackHole.swallow(try r.resolve(GrowthPart.self, named: name)) }
        return GrowthHub()
      }
      return try sample(count) { BlackHole.swallow(try container.resolve(GrowthHub.self)) }
    },
    GrowthCase("depth", "n factories resolve each other in a chain; a link", upTo: 254) { count in
      let (container, names) = (Container(), names(count))
      for index in 0..<count {
        try container.register(GrowthPart.self, named: names[index]) { r in
          if index > 0 { BlackHole.swallow(try r.resolve(GrowthPart.self, named: names[index - 1])) }
          return GrowthPart()
        }
      }
      return try sample(count) { BlackHole.swallow(try container.resolve(GrowthPart.self, named: names[count - 1])) }
    },
    GrowthCase("arguments", "one key is resolved for n argument values; a value", memory: .constantPerItem, upTo: 65_534) { count in
      let container = try taking()
      return try withExtendedLifetime(container) {
        try sample(count) { for value in 0..<count { BlackHole.swallow(try container.resolve(GrowthPart.self, with: value)) } }
      }
    },
    GrowthCase("argument-hit", "one argument value is asked for again beside n of them; a hit", upTo: 65_534) { count in
      let container = try taking()
      for value in 0..<count { BlackHole.swallow(try container.resolve(GrowthPart.self, with: value)) }
      return try hits { BlackHole.swallow(try container.resolve(GrowthPart.self, with: 0)) }
    },
    GrowthCase("all-of-a-type", "all three of a type are resolved beside n keys", limit: (1_048_574, 10e3), upTo: 262_142) { count in
      let (container, _) = try beside(count)
      for _ in 0..<3 { try container.contribute(GrowthHub.self, instance: GrowthHub()) }
      guard try container.resolveAll(GrowthHub.self).count == 3 else { fatalError("three were contributed") }
      return try hits { BlackHole.swallow(try container.resolveAll(GrowthHub.self)[2]) }
    },
    GrowthCase(
      "first-of-a-type", "all three of a type are resolved for the first time beside n keys", limit: (1_048_574, 100e3), upTo: 262_142
    ) { count in
      let (container, _) = try beside(count)
      for _ in 0..<3 { try container.contribute(GrowthHub.self, instance: GrowthHub()) }
      return try sample(1) { BlackHole.swallow(try container.resolveAll(GrowthHub.self)[2]) }
    },
    GrowthCase("missing", "a key that is not registered is asked for beside n keys; an error", limit: (1_048_574, 10e3), upTo: 262_142) {
      count in
      let (container, _) = try beside(count)
      return try hits { if (try? container.resolve(GrowthHub.self)) != nil { fatalError("nothing registered it") } }
    },
    GrowthCase("contributed", "all n values contributed to a type are resolved; a value", upTo: 65_534) { count in
      let container = Container()
      for _ in 0..<count { try container.contribute(GrowthHub.self, instance: GrowthHub()) }
      return try sample(count) { BlackHole.swallow(try container.resolveAll(GrowthHub.self)[count - 1]) }
    },
    GrowthCase("hub", "a hub whose injector resolves n spokes, whose injectors resolve the hub; a spoke", limit: (400, 125e3), upTo: 6_398)
    { count in
      try injecting(count).spoke
    },
    GrowthCase(
      "beside-hub", "a cold build in another container meanwhile; what one in a hundred takes at least", time: nil, limit: (400, 1e6),
      upTo: 6_398
    ) { count in
      Sample(nanosecondsPerItem: try injecting(count).elsewhere, bytes: nil)
    },
  ]

  static func hits(_ body: () throws -> Void) throws -> Sample {
    try body()
    return try sample(rounds) { for _ in 0..<rounds { try body() } }
  }

  private static func taking() throws -> Container {
    let container = Container()
    try container.register(GrowthPart.self, .factory(taking: Int.self) { _, _ in GrowthPart() })
    return container
  }

  private static func injecting(_ count: Int) throws -> (spoke: Sample, elsewhere: Double) {
    let (container, names) = try beside(count)
    try container.register(GrowthHub.self) { _ in GrowthHub() }
    try container.registerInjector(GrowthHub.self) { _, r in
      for name in names { BlackHole.swallow(try r.resolve(GrowthPart.self, named: name)) }
    }
    try container.registerInjector(GrowthPart.self) { _, r in BlackHole.swallow(try r.resolve(GrowthHub.self)) }
    let elsewhere = ColdBuilds()
    let spoke = try sample(count) { BlackHole.swallow(try container.resolve(GrowthHub.self)) }
    return (spoke, elsewhere.stop())
  }
}

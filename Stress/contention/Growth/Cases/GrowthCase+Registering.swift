import Holdfast
import HoldfastComposition
import HoldfastDiagnostics

/// What changes what is registered.
extension GrowthCase {
  static let registering = [
    GrowthCase("register", "n keys are registered; a key", memory: .constantPerItem, upTo: 262_142) { count in
      let (container, names) = (Container(), names(count))
      return try withExtendedLifetime(container) {
        try sample(count) { for name in names { try container.register(GrowthPart.self, named: name) { _ in GrowthPart() } } }
      }
    },
    GrowthCase("register-batch", "n keys are registered in one batch; a key", memory: .constantPerItem, upTo: 262_142) { count in
      let (container, names) = (Container(), names(count))
      return try withExtendedLifetime(container) {
        try sample(count) {
          try container.registerAll { batch in for name in names { batch.register(GrowthPart.self, named: name) { _ in GrowthPart() } } }
        }
      }
    },
    GrowthCase("compose", "n objects are composed, in a tree of modules; an object", upTo: 16_382) { count in
      let objects = GrowthModule(count)
      return try sample(count) { BlackHole.swallow(try Composed { objects }.container) }
    },
    GrowthCase("contribute", "n values are contributed to one type; a value", memory: .constantPerItem, upTo: 65_534) { count in
      let container = Container()
      return try withExtendedLifetime(container) {
        try sample(count) { for _ in 0..<count { try container.contribute(GrowthPart.self, instance: GrowthPart()) } }
      }
    },
    GrowthCase("injectors", "n injectors are registered one by one, each of a name of its own; an injector", upTo: 65_534) { count in
      let (container, names) = try besideTransients(count)
      return try withExtendedLifetime(container) {
        try sample(count) { for name in names { try container.registerInjector(GrowthPart.self, named: name) { _, _ in } } }
      }
    },
    GrowthCase("decorators", "n decorators are registered one by one, each of a name of its own; a decorator", upTo: 65_534) { count in
      let (container, names) = try besideTransients(count)
      return try withExtendedLifetime(container) {
        try sample(count) { for name in names { try container.decorate(GrowthPart.self, named: name) { part, _ in part } } }
      }
    },
    GrowthCase("seeded", "n values that scopes are to be given are registered one by one; a value", memory: .constantPerItem, upTo: 65_534)
    {
      count in
      let (container, names) = (Container(), names(count))
      return try withExtendedLifetime(container) {
        try sample(count) { for name in names { try container.register(seeded: GrowthPart.self, named: name) } }
      }
    },
    GrowthCase("unregister", "all of n keys are unregistered, one after the other; a key", upTo: 262_142) { count in
      let (container, names) = try beside(count)
      return try sample(count) { for name in names { try container.unregister(GrowthPart.self, named: name) } }
    },
    GrowthCase("fresh-names", "a fresh name is registered and unregistered beside n keys", limit: (1_048_574, 3e3), upTo: 1_048_574) {
      count in
      let (container, _) = try beside(count)
      let fresh = (0..<max(20_000, count / 4)).map { Name("fresh \($0)") }
      return try sample(fresh.count) {
        for name in fresh {
          try container.register(Int.self, named: name, instance: 1)
          try container.unregister(Int.self, named: name)
        }
      }
    },
    GrowthCase("replace", "one key is replaced beside n keys; a replacement", memory: .kept(atMost: 1_048_576), upTo: 262_142) { count in
      let (container, names) = try beside(count)
      return try sample(rounds) { for _ in 0..<rounds { try container.register(GrowthPart.self, named: names[0]) { _ in GrowthPart() } } }
    },
    GrowthCase("reset", "one key is reset and resolved again beside n keys; a reset", memory: .kept(atMost: 1_048_576), upTo: 262_142) {
      count in
      let (container, names) = try beside(count)
      return try sample(rounds) {
        for _ in 0..<rounds {
          try container.reset(GrowthPart.self, named: names[0])
          BlackHole.swallow(try container.resolve(GrowthPart.self, named: names[0]))
        }
      }
    },
    GrowthCase("reset-all", "n keys with instances are reset at once; a key", upTo: 262_142) { count in
      let (container, _) = try filled(count)
      return try sample(count) { try container.resetAll() }
    },
    GrowthCase("seal", "a container with n keys is sealed; a key", upTo: 262_142) { count in
      let (container, _) = try beside(count)
      return sample(count) { container.seal() }
    },
    GrowthCase("validate", "n keys are validated, each of which needs the next; a key", upTo: 16_382) { count in
      let (container, names) = (Container(), names(count))
      try container.register(GrowthPart.self, named: names[0]) { _ in GrowthPart() }
      for index in 1..<count {
        try container.register(
          GrowthPart.self, named: names[index],
          .wired({ (_: GrowthPart) in GrowthPart() }, keys: Key(GrowthPart.self, named: names[index - 1])))
      }
      return try sample(count) { try container.validate() }
    },
  ]

  /// How often something is done beside n others.
  static let rounds = 5_000

  static func names(_ count: Int) -> [Name] { (0..<count).map { Name("part \($0)") } }

  /// A container with n keys, and their names.
  static func beside(_ count: Int) throws -> (Container, [Name]) {
    let (container, names) = (Container(), names(count))
    try container.registerAll { batch in for name in names { batch.register(GrowthPart.self, named: name) { _ in GrowthPart() } } }
    return (container, names)
  }

  /// The same of transients.
  private static func besideTransients(_ count: Int) throws -> (Container, [Name]) {
    let (container, names) = (Container(), names(count))
    try container.registerAll { batch in
      for name in names { batch.register(GrowthPart.self, named: name, scope: .transient) { _ in GrowthPart() } }
    }
    return (container, names)
  }

  /// The same with an instance for each.
  static func filled(_ count: Int) throws -> (Container, [Name]) {
    let (container, names) = try beside(count)
    for name in names { BlackHole.swallow(try container.resolve(GrowthPart.self, named: name)) }
    return (container, names)
  }
}

import Holdfast
import StressKit

/// Scopes, layers, child containers, and the end of what lives in them.
extension GrowthCase {
  static let living = [
    GrowthCase("open-scopes", "n scopes are opened and stay open, with a value in each; a scope", memory: .constantPerItem, upTo: 65_534) {
      count in
      let container = try scoped()
      var scopes: [Scope] = []
      scopes.reserveCapacity(count)
      let sample = try sample(count) {
        for _ in 0..<count {
          let scope = try container.openScope()
          BlackHole.swallow(try scope.resolve(GrowthPart.self))
          scopes.append(scope)
        }
      }
      for scope in scopes { await scope.end() }
      return sample
    },
    GrowthCase(
      "async-scopes", "n scopes, one after the other, with an asynchronous build in each; a scope", memory: .kept(atMost: 1_048_576),
      upTo: 262_142
    ) { count in
      let container = Container()
      try container.register(GrowthPart.self, scope: .scoped, .async { _ in GrowthPart() })
      return try await sampleAsync(count) {
        for _ in 0..<count { try await container.withScope { scope in BlackHole.swallow(try await scope.resolve(GrowthPart.self)) } }
      }
    },
    GrowthCase(
      "scope-depth", "a value is asked for again in the innermost of n scopes in each other; a hit", upTo: 254
    ) { count in
      let container = try scoped()
      return try withExtendedLifetime(container) { try container.withScope { try nested($0, count - 1) } }
    },
    GrowthCase(
      "scopes-in-layer", "n scopes, one after the other, in one override layer; a scope", memory: .kept(atMost: 1_048_576), upTo: 65_534
    ) { count in
      try inLayer(count) { container in try container.withScope { BlackHole.swallow(try $0.resolve(GrowthPart.self)) } }
    },
    GrowthCase(
      "children-in-layer", "n child containers, one after the other, in one override layer; a child", memory: .kept(atMost: 1_048_576),
      upTo: 16_382
    ) { count in
      try inLayer(count) { container in
        let child = Container(parent: container)
        try child.register(GrowthPart.self, named: "own") { _ in GrowthPart() }
        BlackHole.swallow(try child.resolve(GrowthPart.self, named: "own"))
      }
    },
    GrowthCase("layers", "a value is asked for again in n override layers in each other; a hit", time: .linear, upTo: 254) { count in
      try layered(try filled(1).0, count)
    },
    GrowthCase("children", "n child containers of one parent, which stay; a child", memory: .constantPerItem, upTo: 16_382) { count in
      let (parent, names) = try filled(1)
      var children: [Container] = []
      children.reserveCapacity(count)
      return try sample(count) {
        for _ in 0..<count {
          let child = Container(parent: parent)
          BlackHole.swallow(try child.resolve(GrowthPart.self, named: names[0]))
          children.append(child)
        }
      }
    },
    GrowthCase("released-children", "n child containers of one parent are released, the first one first; a child", upTo: 16_382) { count in
      let (parent, _) = try filled(1)
      let children = (0..<count).map { _ in OneChild(Container(parent: parent)) }
      return sample(count) { for child in children { child.container = nil } }
    },
    GrowthCase(
      "layer-over-children", "an override layer in front of a parent of n children comes and goes; a layer", time: .linear, upTo: 16_382
    ) {
      count in
      let (parent, _) = try filled(1)
      let children = (0..<count).map { _ in Container(parent: parent) }
      return withExtendedLifetime(children) {
        sample(10) {
          for _ in 0..<10 {
            parent.withOverrides { _ in
            } operation: {
            }
          }
        }
      }
    },
    GrowthCase(
      "parents", "a value of the outermost of n containers in each other is asked for in the innermost; a hit", time: .linear, upTo: 254
    ) { count in
      let (root, names) = try filled(1)
      var container = root
      for _ in 1..<count { container = Container(parent: container) }
      return try hits { BlackHole.swallow(try container.resolve(GrowthPart.self, named: names[0])) }
    },
    GrowthCase("shutdown", "a container with n instances is shut down, each with a disposer; an instance", upTo: 65_534) { count in
      let (container, names) = (Container(), names(count))
      for name in names {
        try container.register(GrowthPart.self, named: name, scope: .singleton(dispose: { _ in })) { _ in GrowthPart() }
        BlackHole.swallow(try await container.resolve(GrowthPart.self, named: name))
      }
      return try await sampleAsync(count) { _ = try await container.shutdown() }
    },
    GrowthCase("scope-end", "a scope with n instances is ended, each with a disposer; an instance", upTo: 65_534) { count in
      let (container, names) = (Container(), names(count))
      for name in names { try container.register(GrowthPart.self, named: name, scope: .scoped(dispose: { _ in })) { _ in GrowthPart() } }
      let scope = try container.openScope()
      for name in names { BlackHole.swallow(try await scope.resolve(GrowthPart.self, named: name)) }
      return await sampleAsync(count) { await scope.end() }
    },
    GrowthCase("warm-up", "n keys are warmed up; a key", upTo: 65_534) { count in
      let (container, _) = try beside(count)
      return try await sampleAsync(count) { _ = try await container.warmUp() }
    },
  ]

  private static func scoped() throws -> Container {
    let container = Container()
    try container.register(GrowthPart.self, scope: .scoped) { _ in GrowthPart() }
    return container
  }

  private static func nested(_ scope: Scope, _ left: Int) throws -> Sample {
    if left == 0 { return try hits { BlackHole.swallow(try scope.resolve(GrowthPart.self)) } }
    return try scope.withScope { try nested($0, left - 1) }
  }

  private static func layered(_ container: Container, _ left: Int) throws -> Sample {
    if left == 0 { return try hits { BlackHole.swallow(try container.resolve(GrowthPart.self, named: "part 0")) } }
    return try container.withOverrides {
      $0.register(GrowthHub.self) { _ in GrowthHub() }
    } operation: {
      try layered(container, left - 1)
    }
  }

  /// Only what grows after the first fifth of the items is kept: the layer has tables of its own.
  private static func inLayer(_ count: Int, _ step: (Container) throws -> Void) throws -> Sample {
    let container = try scoped()
    return try container.withOverrides {
      $0.register(GrowthHub.self) { _ in GrowthHub() }
    } operation: {
      for _ in 0..<max(1, count / 5) { try step(container) }
      return try sample(count) { for _ in 0..<count { try step(container) } }
    }
  }
}

/// A child container that is released when that is measured.
private final class OneChild {
  var container: Container?

  init(_ container: Container) {
    self.container = container
  }
}

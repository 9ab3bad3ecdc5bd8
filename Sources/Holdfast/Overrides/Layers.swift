import OnceKernel

/// One override layer of the current task tree; `outer` leads to those around it.
///
/// As long as anybody can still see the layer, also a task that outlived the closure it was made for, its base takes the slow road.
@usableFromInline
final class Layers: Sendable {
  private let base: Core
  private let layer: Core
  private let outer: Layers?
  /// Layers of containers whose parent, directly or not, is `base`: what they build from overridden parts must not stay in them.
  private let ofChildren = Guarded<[ObjectIdentifier: Core]>([:])

  @TaskLocal private static var chain: Layers?

  /// Makes a layer in front of `base`, inside those in force here.
  init(_ layer: Core, inFrontOf base: Core) {
    self.base = base
    self.layer = layer
    outer = Layers.chain
    base.changeLayers(by: 1)
  }

  deinit {
    base.changeLayers(by: -1)
  }

  /// The innermost layer in front of `core` here, if there is one.
  static func current(of core: Core) -> Core? {
    guard core.isLayered else { return nil }
    var next = chain
    while let link = next {
      if link.base === core { return link.layer }
      if core.descends(from: link.base) { return link.layer(ofChild: core) }
      next = link.outer
    }
    return nil
  }

  private func layer(ofChild core: Core) -> Core {
    ofChildren.withLock { layers in
      if let layer = layers[ObjectIdentifier(core)] { return layer }
      let layer = Core(layerOf: core, onLive: nil)
      layers[ObjectIdentifier(core)] = layer
      return layer
    }
  }

  /// The innermost layer in front of `core` here, or in front of that one, and so on; `core` itself when there is none.
  @usableFromInline
  static func innermost(of core: Core) -> Core {
    var target = core
    while let layer = current(of: target) { target = layer }
    return target
  }

  static var all: Layers? { chain }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Layers.$chain.withValue(self) { try body() }
  }

  nonisolated(nonsending) func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Layers.$chain.withValue(self) { try await body() }
  }

  /// Puts away what was built in the layer, and refuses whatever is asked of it later.
  func end() async {
    for layer in layers {
      _ = try? await layer.shutDown(builds: .cancel, deadline: .seconds(5), RegistrationSite(#fileID, #line))
      layer.leave()
    }
  }

  /// As above for a synchronous operation: disposers, which may suspend, run in tasks of their own.
  func endSynchronously() {
    for layer in layers {
      layer.disposeLater((layer.registry.enter { $0.table.cells } + layer.cached.cells).expanded)
      layer.leave()
    }
  }

  private var layers: [Core] { [layer] + ofChildren.withLock { Array($0.values) } }
}

import OnceKernel

/// One override layer of the current task tree; `outer` leads to those around it.
///
/// As long as anybody can still see the layer, also a task that outlived the closure it was made for, its base takes the slow road.
@usableFromInline
final class Layers: Sendable {
  private let base: Core
  /// What it was asked of: the container that `base` is, or that `base` is a layer in front of.
  private let container: Core
  private let layer: Core
  /// The call that put it in force.
  private let site: RegistrationSite
  private let outer: Layers?
  /// Layers of containers whose parent, directly or not, is `container`: what they build from overridden parts must not stay in them.
  private let ofChildren = Guarded(Children())

  private struct Children {
    var layers: [ObjectIdentifier: Core] = [:]
    /// Whether the operation is over: a child that asks for the first time now gets a layer that is over too.
    var isEnded = false
  }

  /// What is in force for the current task; kept by `kept`, which is bound around it wherever it is bound and goes with it into other tasks.
  ///
  /// A trivial value, so that a hit copies a word and counts no reference.
  @TaskLocal static var chain: Unmanaged<Layers>?
  @TaskLocal private static var kept: Layers?

  /// Makes a layer in front of `base`, inside those in force here.
  init(_ layer: Core, inFrontOf base: Core, of container: Core, _ site: RegistrationSite) {
    self.base = base
    self.container = container
    self.layer = layer
    self.site = site
    outer = Layers.all
    base.changeLayers(by: 1)
  }

  deinit {
    base.changeLayers(by: -1)
  }

  /// The innermost layer in front of `core` here, if there is one.
  static func current(of core: Core) -> Core? {
    // The phase word first: it is a load, the chain a task-local.
    core.isLayered ? all?.layer(inFrontOf: .passUnretained(core))?.takeUnretainedValue() : nil
  }

  private func layer(ofChild core: Core) -> Core {
    let child = ObjectIdentifier(core)
    let (known, isEnded) = ofChildren.withLock { ($0.layers[child], $0.isEnded) }
    if let known { return known }
    // In front of the layers that the child has further out.
    let base = outer?.innermost(of: .passUnretained(core)).takeUnretainedValue() ?? core
    let layer = Core(layerOf: base, onLive: nil)
    if isEnded { layer.close(site) }
    let kept: Core? = ofChildren.withLock { children in
      if let other = children.layers[child] { return other }
      guard children.isEnded == isEnded else { return nil }
      children.layers[child] = layer
      return layer
    }
    // Nil: the operation ended meanwhile, so that this one, which nobody would put away, must not be used.
    return kept ?? self.layer(ofChild: core)
  }

  /// The innermost layer in front of `core` here, or in front of that one, and so on; `core` itself when there is none.
  static func innermost(of core: Core) -> Core {
    guard let chain else { return core }
    return chain._withUnsafeGuaranteedRef { $0.innermost(of: .passUnretained(core)).takeUnretainedValue() }  // kept by the caller
  }

  /// The same for a hit; nil when that layer is over: it may still hold what it disposes of, and the slow road says so.
  ///
  /// Not retained, as it is asked for at each hit: the binding that the caller runs in keeps the chain, and the chain keeps its layers.
  static func inForce(of core: Core) -> Unmanaged<Core>? {
    guard let link = core.layersHere.get() else { return .passUnretained(core) }
    return link._withUnsafeGuaranteedRef { link in
      // As nearly always: the last layer is in front of this container, and nothing in front of that one.
      if link.base === core, link.layer.table.phase.loadInTotalOrder() == Phase.open { return .passUnretained(link.layer) }
      let target = link.innermost(of: .passUnretained(core))
      return target._withUnsafeGuaranteedRef { $0.table.phase.loadInTotalOrder() == Phase.shutDown } ? nil : target
    }
  }

  private func innermost(of core: Unmanaged<Core>) -> Unmanaged<Core> {
    var target = core
    while let layer = layer(inFrontOf: target) { target = layer }
    return target
  }

  private func layer(inFrontOf core: Unmanaged<Core>) -> Unmanaged<Core>? {
    core._withUnsafeGuaranteedRef { core in
      guard core.isLayered else { return nil }
      // The chain is kept, as said above.
      var next: Unmanaged<Layers>? = .passUnretained(self)
      while let link = next {
        if let layer = link._withUnsafeGuaranteedRef({ $0.ownLayer(inFrontOf: core) }) { return layer }
        next = link._withUnsafeGuaranteedRef { $0.outer.map { .passUnretained($0) } }
      }
      return nil
    }
  }

  /// This link's layer, if it is in front of `core` or of one that `core` asks. Kept by the link.
  private func ownLayer(inFrontOf core: Core) -> Unmanaged<Core>? {
    if base === core { return .passUnretained(layer) }
    // A layer is in front of its container in this chain, or has nothing to do with it.
    return core.base == nil && core.descends(from: container) ? .passUnretained(layer(ofChild: core)) : nil
  }

  static var all: Layers? { chain?.takeUnretainedValue() }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Layers.$kept.withValue(self) {
      try Layers.$chain.withValue(.passUnretained(self)) { try body() }  // kept by the binding around this one
    }
  }

  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Layers.$kept.withValue(self) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await Layers.$chain.withValue(.passUnretained(self)) {  // kept by the binding around this one
        _ = isolation
        return try await body()
      }
    }
  }

  /// Puts away what was built in the layer, and refuses whatever is asked of it later.
  nonisolated(nonsending) func end() async {
    for layer in takeLayers() {
      _ = try? await layer.shutDown(builds: .cancel, deadline: .seconds(5), site)
      layer.leave()
    }
  }

  /// As above for a synchronous operation: disposers, which may suspend, run in tasks of their own.
  func endSynchronously() {
    for layer in takeLayers() {
      // First: what begins to be built after the cells were looked at is refused.
      layer.close(site)
      layer.disposeLater((layer.registry.enter { $0.table.cells } + layer.cached.close() + layer.scopedInstances).expanded)
      layer.leave()
    }
  }

  /// All of them, at the end: from here on there are no new ones.
  private func takeLayers() -> [Core] {
    [layer]
      + ofChildren.withLock { children in
        children.isEnded = true
        return Array(children.layers.values)
      }
  }
}

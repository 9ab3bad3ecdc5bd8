import OnceKernel

// An override layer is a core of its own in front of another one: it takes over a registration at its first use, and has cells of its own. The
// layers in force for a task are a task-local word, which a hit reads without counting a reference, and a task-local reference bound around it,
// which keeps them wherever the word goes.
//
// The layer in force says where a request goes, and each core that it passes says whether it is served. A child container has a layer of its own in
// each layer of its parent. It is released with the child, so a hit holds it while it uses it. What is made in a layer (a provider, a scope, a
// container) names the layer's core; when it is asked from a task where the layer is not in force, a miss puts it in force first.

extension Core {
  /// True while an override layer exists somewhere, in front of this container or of one that it asks; also after its shutdown.
  var isLayered: Bool { registry.layers.loadAcquiring() > 0 }

  /// The innermost override layer that is in force for it here; itself when there is none.
  var innermost: Core { isLayered ? OverrideBinding.innermost(of: self) : self }

  /// The core that references belong to which are made in it: in one where values are built aside, the one where these are shown.
  var lasting: Core {
    guard staging != nil, let base else { return self }
    return base.lasting
  }

  /// The core that this one is an override layer of.
  var base: Core? { link?.base }

  /// In a child's layer: the layer of its parent that it belongs to.
  var parentsLayer: Core? { link?.parentsLayer }

  /// In a core in which values are built aside: what it has to do with its base.
  var staging: Staging? { link?.staging }

  /// Whether it is held as a container, not a layer that only exists in front of one.
  var isContainer: Bool { link?.isContainer ?? true }

  /// Reads what few containers have, or takes something out of it; nil for a container that has nothing of the kind. A thread that has changed the
  /// container's life or phase finds everything here whose owner does not find that change.
  func withRelatives<Result>(_ body: (inout Relatives) -> Result) -> Result? { relativesIfAny.existingInOrder?.state.withLock(body) }

  /// Adds to what few containers have.
  func changeRelatives<Result>(_ body: (inout Relatives) -> Result) -> Result {
    relativesIfAny.get { GuardedRelatives() }.state.withLock(body)
  }

  /// Counts layers in front of this container, for it and for all containers that ask it.
  @inline(never)  // for size: called from many places
  func changeLayers(by difference: Int) {
    var family = [self]
    // A child is counted once for each path to it, as it was when it was made.
    while let core = family.popLast() { family += Core.alive(core.countLayers(difference)) }
  }

  /// Counts layers for itself, and returns the containers that ask it, in one step: one that is added later finds them counted.
  private func countLayers(_ difference: Int) -> [Members.Member] {
    registry.enter(with: (difference, self)) { registry, change in
      registry.changeLayers(by: change.0)
      return change.1.withRelatives { $0.children.all } ?? []
    }
  }

  /// Makes itself known to the containers it asks, or a child's layer to its parent's, and takes over how many layers they have.
  func joinFamily() {
    if above.isEmpty { return }  // it asks none
    for parent in parents {
      let layers = parent.registry.enter { [parent] registry in
        parent.changeRelatives { $0.children.add(self) }
        return Int(bitPattern: registry.layers.loadAcquiring())
      }
      // Beside others that count here already: the numbers add up in any order.
      if layers > 0 { registry.enter(with: layers) { $0.changeLayers(by: $1) } }
    }
  }

  /// Called once, at its end.
  func leaveFamily() {
    if above.isEmpty { return }  // it asks none
    for parent in parents { parent.withRelatives { $0.children.remove(self) } }
  }

  // MARK: Layers whose base ends

  /// Makes itself, a layer, known where it belongs. Called once, before it is used.
  func join(_ layers: OverrideBinding) {
    // First: others read it as soon as they can find the layer.
    link?.layers = layers
    joinBase()
    joinFamily()
  }

  private func joinBase() {
    guard let base else { return }
    base.changeRelatives { $0.fronts.add(self) }
    // After the step above: a base that ends now finds it there, one that has ended is found here.
    if base.registry.isOver { registry.enter { $0.updatePhase() } }
  }

  /// Called once, in `deinit`.
  func leaveBase() {
    _ = base?.withRelatives { $0.fronts.remove(self) }
  }

  /// Serves only what is under way from here on, with every layer in front of it; answers whether nothing is.
  func drain(_ site: SourceSite) -> Bool {
    let isIdle = registry.enter(with: site) { $0.drain($1) }
    updateFronts(allFronts)
    return isIdle
  }

  /// Drains the layers that this one, a layer, has for children of its container. Their runs count here too, and what they built is
  /// disposed of with what this one built, in one order.
  func drainChildLayers(_ site: SourceSite) -> [Core] {
    guard let layers = link?.layers, layers.layer === self else { return [] }
    let children = layers.takeChildren()
    for child in children { _ = child.drain(site) }
    return children
  }

  /// Has the hits in every layer in front of it know that its end has begun.
  func updateFronts(_ fronts: [Core]) {
    for front in fronts { front.registry.enter { $0.updatePhase() } }
  }

  /// Has the layers of its parents forget what they keep for it. Called when its last handle is released, after its phase says so.
  func leaveParentsLayers(_ fronts: [Core]) {
    for front in fronts { front.link?.layers?.drop(self) }
  }

  /// Every layer in front of it, and in front of those.
  @inline(never)  // for size: called from many places
  var allFronts: [Core] {
    guard let fronts = withRelatives({ $0.fronts.all }) else { return [] }
    var all = Core.alive(fronts)
    var next = 0
    while next < all.count {
      all += Core.alive(all[next].withRelatives { $0.fronts.all } ?? [])
      next += 1
    }
    return all
  }

  /// The first core that refuses a request here: this one, or one that it is a layer of. The cores above are asked when something is built.
  func refusing(_ isServed: (Core) -> Bool) -> Core? {
    if base == nil, life.state.isOpen { return nil }
    var next: Core? = self
    while let core = next {
      if !core.life.state.admits(served: isServed(core)) { return core }
      next = core.base
    }
    return nil
  }

  /// Whether it asks `other`, directly or not.
  func descends(from other: Core) -> Bool {
    parents.contains { $0 === other || $0.descends(from: other) }
  }

  /// A layer asks what its base asks, and is no child of it; but a child's layer has layers in front of it where its parent's has.
  private var parents: [Core] {
    if let parentsLayer { return [parentsLayer] }
    return isContainer ? parentCores : []
  }

  /// The container that it is, or that it is a layer of.
  var container: Core {
    var container = self
    while !container.isContainer, let base = container.base { container = base }
    return container
  }

  /// The cores of the containers that it asks; a layer asks those that its base asks.
  var parentCores: [Core] { parent == nil ? [] : Core.cores(of: parent) }

  /// The registration that a request for `key` finds, here or in a container that this one asks, and that container, or its innermost layer. Takes
  /// nothing over.
  func registered(_ key: AnyKey) -> (registration: Registration, core: Core)? {
    let core = innermost
    if let registration = core.registration(for: key) { return (registration, core) }
    return parentCores.registered(key)
  }
}

extension [Core] {
  /// The first one's that has one. Each is asked once: a lazy sequence asks twice, and the registration may be removed in between.
  func registered(_ key: AnyKey) -> (registration: Registration, core: Core)? {
    for core in self { if let found = core.registered(key) { return found } }
    return nil
  }
}

extension Core {
  /// Where override layers send a request to this container; nil if it is carried out here.
  var detour: Route? {
    // What was built aside here is there.
    if let staging, let base, staging.isShown { return .layer(base) }
    if let layer = OverrideBinding.current(of: self) { return .layer(layer) }
    return OverrideBinding.missing(for: self).map { .inside($0) }
  }

  /// Has the container carry a request out that override layers send there, with these in force.
  func inLayers<Result, Failure: Error>(_ request: (Core) throws(Failure) -> Result) throws(Failure) -> Result {
    switch detour {
    case .layer(let layer): try layer.inLayers(request)
    case .inside(let layers): try layers.run { () throws(Failure) in try inLayers(request) }
    default: try request(self)
    }
  }

  nonisolated(nonsending) func inLayers<Result, Failure: Error>(
    _ request: nonisolated(nonsending) (Core) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    switch detour {
    case .layer(let layer): try await layer.inLayers(request)
    case .inside(let layers): try await layers.run { () async throws(Failure) in try await inLayers(request) }
    default: try await request(self)
    }
  }
}

import OnceKernel

/// One override layer of the current task tree; `outer` leads to those around it.
///
/// As long as a task can still see the layer, also one that outlived the closure it was made for, its base looks for it.
@usableFromInline
final class OverrideBinding: Sendable {
  private let base: Core
  /// The container that `base` is, or that `base` is a layer in front of.
  private let container: Core
  let layer: Core
  /// Which overrides they are, and the call that put them in force.
  private let overrides: ObservedOverrides
  private let outer: OverrideBinding?
  /// Layers of the child containers, so that a child keeps nothing that it built from overridden values.
  private let ofChildren: Guarded<Children>
  /// How many times its base was told not to count it any more.
  private let uncounted = AtomicWord(0)

  private struct Children {
    /// By the number of the child.
    var layers: [UInt: Core] = [:]
    /// Whether the operation is over: a child that asks for the first time now gets a layer that is over too.
    var isEnded = false
  }

  /// What a layer has that no other core has. It leads to the core behind it, and to the binding that puts it in force, which keeps it.
  // unchecked: both variables are written at most once, before the layer is shared; reading a weak reference is atomic.
  final class Link: @unchecked Sendable {
    let base: Core
    /// Of a child's layer: the layer of its parent that it belongs to.
    let parentsLayer: Core?
    /// Of a layer in which values are built aside: what it has to do with its base.
    let staging: Staging?
    /// Told of every base registration that the layer uses, for tests that allow none.
    let onLive: (@Sendable (AnyKey) -> Void)?
    weak var layers: OverrideBinding?
    /// Why the overrides could not be applied: what every request in the layer throws.
    var failure: ResolutionError?
    /// Whether the layer is held as a container of its own.
    let isContainer: Bool

    init(to base: Core, under parentsLayer: Core?, isContainer: Bool, staging: Staging?, onLive: (@Sendable (AnyKey) -> Void)?) {
      self.base = base
      self.parentsLayer = parentsLayer
      self.isContainer = isContainer
      self.staging = staging
      self.onLive = onLive
    }
  }

  /// A layer that a request passes.
  private struct Front {
    let layer: Unmanaged<Core>
    /// Keeps it, if it is a child's layer or in front of one: these are released with the child. The binding that the caller runs in keeps others.
    let kept: Core?
  }

  /// What is in force for the current task; kept by `kept`, which is bound around it wherever it is bound and goes with it into other tasks.
  ///
  /// A trivial value, so that a hit copies a word and counts no reference.
  @TaskLocal static var chain: Unmanaged<OverrideBinding>?
  @TaskLocal private static var kept: OverrideBinding?

  /// Makes a layer in front of what `container` is here, inside those in force here.
  ///
  /// - Parameter staging: given for a layer in which values are built aside.
  @inline(never)  // for size: most containers have no layer
  init(
    inFrontOf container: Core, isContainer: Bool = false, staging: Staging? = nil, onLive: (@Sendable (AnyKey) -> Void)? = nil,
    _ site: SourceSite
  ) {
    HeldLocks.expectNone()
    // In a factory of a replacement: in front of what stays.
    base = staging == nil ? container.innermost.lasting : container.innermost
    self.container = container
    overrides = ObservedOverrides(at: site)
    layer = Core(layerOf: base, overrides, isContainer: isContainer, staging: staging, onLive: onLive)
    // In front of a layer that is not in force here, as of one that is a container: what is built sees that one's overrides too.
    outer = OverrideBinding.missing(for: base).map { OverrideBinding($0, inside: OverrideBinding.all) } ?? OverrideBinding.all
    ofChildren = Guarded(Children())
    layer.join(self)
    base.changeLayers(by: 1)
  }

  /// Binds the same layer inside other ones.
  private init(_ other: OverrideBinding, inside outer: OverrideBinding?) {
    base = other.base
    container = other.container
    layer = other.layer
    overrides = other.overrides
    self.outer = outer
    ofChildren = other.ofChildren
    base.changeLayers(by: 1)
  }

  deinit { leaveCount() }

  /// Has its base look for it no more. Called any number of times.
  func leaveCount() { if uncounted.next() == 0 { base.changeLayers(by: -1) } }

  /// Whether what was built in it is in its base by now: it is in front of nothing any more, also for tasks that still run in it.
  private var isShown: Bool { layer.staging?.isShown == true }

  static var all: OverrideBinding? { chain?.takeUnretainedValue() }

  // MARK: Where a request goes

  /// The innermost layer in front of `core` here, if there is one.
  static func current(of core: Core) -> Core? {
    // The count first: it is a load, the chain a task-local.
    guard core.isLayered, let front = all?.front(of: .passUnretained(core)) else { return nil }
    return front.kept ?? front.layer.takeUnretainedValue()
  }

  /// What has to be put in force before `layer` builds here; nil if it is, or is over. A container that is no layer needs nothing.
  static func missing(for layer: Core) -> OverrideBinding? {
    guard let link = layer.link else { return nil }
    if all?.layer === layer { return nil }  // the usual case
    guard let own = link.layers else { return nil }
    return all?.contains(own.layer) == true ? nil : own
  }

  /// Whether `layer` is this link's, or that of one around it.
  private func contains(_ layer: Core) -> Bool {
    var next: Unmanaged<OverrideBinding>? = .passUnretained(self)  // the caller keeps it, and it keeps those around it
    while let link = next {
      if link._withUnsafeGuaranteedRef({ $0.layer === layer }) { return true }
      next = link._withUnsafeGuaranteedRef { $0.outer.map { .passUnretained($0) } }
    }
    return false
  }

  private func layer(ofChild core: Core) -> Core {
    let child = core.number
    let (known, isEnded) = ofChildren.withLock { ($0.layers[child], $0.isEnded) }
    if let known { return known }
    // In front of the layers that the child has further out.
    let behind = Mutant.childsOverridesLost.isActive ? core : outer?.innermost(of: core) ?? core
    // What is built aside is shown in the child, too.
    let staging = self.layer.staging.map { _ in Staging(rebuilding: [], removing: []) }
    let layer = Core(layerOf: behind, under: self.layer, overrides, staging: staging)
    layer.link?.failure = self.layer.link?.failure
    layer.join(self)
    if isEnded { layer.endLayerSynchronously(overrides.site) }
    let kept: Core? = ofChildren.withLock { children in
      if let other = children.layers[child] { return other }
      guard children.isEnded == isEnded else { return nil }
      children.layers[child] = layer
      return layer
    }
    // The child's last handle may have been released before the step above, when there was nothing to drop.
    if core.life.state.isClosed { drop(core) }
    // Nil: the operation ended meanwhile, so that this one, which would never be disposed of, must not be used.
    return kept ?? self.layer(ofChild: core)
  }

  /// The innermost layer in front of `core` here, or in front of that one, and so on; `core` itself when there is none.
  @inline(never)  // for size: called from many places
  static func innermost(of core: Core) -> Core { all?.innermost(of: core) ?? core }

  private func innermost(of core: Core) -> Core {
    guard let front = innermostFront(of: .passUnretained(core)) else { return core }
    // What is kept may be a child's layer that the innermost one is in front of.
    return withExtendedLifetime(front.kept) { front.layer.takeUnretainedValue() }
  }

  /// The innermost layer, for a hit; nil when that layer has ended: it may still hold what it disposes of, and the miss throws.
  ///
  /// Not retained, as it is asked for at each hit, unless it is a child's: the binding that the caller runs in keeps the chain, and the chain
  /// keeps its layers.
  static func inForce(of core: Core) -> (layer: Unmanaged<Core>, kept: Core?)? {
    guard let link = core.layersHere.get() else { return (.passUnretained(core), nil) }
    return link._withUnsafeGuaranteedRef { link in
      // The usual case: one layer, in front of this container.
      if link.base === core, link.layer.staging == nil, link.layer.table.phase.loadSequentiallyConsistent() == Phase.open {
        return (.passUnretained(link.layer), nil)
      }
      guard let front = link.innermostFront(of: .passUnretained(core)) else { return (.passUnretained(core), nil) }
      return front.layer._withUnsafeGuaranteedRef { $0.table.phase.loadSequentiallyConsistent() == Phase.shutDown }
        ? nil : (front.layer, front.kept)
    }
  }

  private func innermostFront(of core: Unmanaged<Core>) -> Front? {
    if core._withUnsafeGuaranteedRef({ isLast(inFrontOf: $0) }) { return Front(layer: .passUnretained(layer), kept: nil) }
    var innermost: Front?
    // What is in front keeps what it is in front of.
    while let front = front(of: innermost?.layer ?? core) { innermost = Front(layer: front.layer, kept: front.kept ?? innermost?.kept) }
    return innermost
  }

  /// Whether the layers in force, from this one outwards, are each in front of the next, and one of them in front of `core`.
  ///
  /// One walk, where the search below walks once for each layer.
  private func isLast(inFrontOf core: Core) -> Bool {
    var next: Unmanaged<OverrideBinding>? = .passUnretained(self)  // the caller runs in it, and it keeps those around it
    while let link = next {
      next = link._withUnsafeGuaranteedRef { link in
        guard !link.isShown, link.base !== core, let outer = link.outer, link.base === outer.layer else { return nil }
        return .passUnretained(outer)
      }
      if next == nil { return link._withUnsafeGuaranteedRef { $0.base === core && !$0.isShown } }
    }
    return false
  }

  private func front(of core: Unmanaged<Core>) -> Front? {
    core._withUnsafeGuaranteedRef { core in
      guard core.isLayered else { return nil }
      // A child's layer belongs to the binding of its parent's layer. Bindings further out cannot be in front of it.
      let end = core.parentsLayer.flatMap { contains($0) ? $0 : nil }
      // The binding that the caller runs in keeps the chain.
      var next: Unmanaged<OverrideBinding>? = .passUnretained(self)
      while let link = next {
        if let end, link._withUnsafeGuaranteedRef({ $0.layer === end }) { return nil }
        if let front = link._withUnsafeGuaranteedRef({ $0.ownFront(of: core, isChilds: end != nil) }) { return front }
        next = link._withUnsafeGuaranteedRef { $0.outer.map { .passUnretained($0) } }
      }
      return nil
    }
  }

  /// This link's layer, if it is in front of `core` or of one that `core` asks.
  ///
  /// - Parameter isChilds: whether `core` is itself a child's layer, of a link further out.
  private func ownFront(of core: Core, isChilds: Bool) -> Front? {
    if isShown { return nil }
    if base === core { return Front(layer: .passUnretained(layer), kept: nil) }
    // A layer is in front of its container in this chain, or has nothing to do with it.
    guard core.isContainer || isChilds else { return nil }
    let child = core.container
    guard isAsked(by: child) else { return nil }
    let layer = layer(ofChild: child)
    return Front(layer: .passUnretained(layer), kept: layer)
  }

  /// Whether `child` asks the container, directly or not, or what that is a layer of: here the one means the other.
  private func isAsked(by child: Core) -> Bool {
    var next: Core? = container
    while let container = next {
      if child.descends(from: container) { return true }
      next = container.base
    }
    return false
  }

  // MARK: Putting it in force

  func run<Value: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    // Kept beside, as `withValue` knows neither typed errors nor values that cannot be copied.
    var result: Result<Value, Failure>?
    OverrideBinding.$kept.withValue(self) {
      OverrideBinding.$chain.withValue(.passUnretained(self)) {  // kept by the binding around this one
        do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
      }
    }
    return try result.take()!.get()  // set just above
  }

  @inline(never)  // for size: each copy of an asynchronous function has many parts
  func run<Value: ~Copyable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?  // kept beside, as `withValue` knows neither typed errors nor noncopyable values
    await OverrideBinding.$kept.withValue(self) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      await OverrideBinding.$chain.withValue(.passUnretained(self)) {  // kept by the binding around this one
        _ = isolation
        do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
      }
    }
    return try result.take()!.get()  // set just above
  }

  // MARK: The end

  /// Disposes of what was built in the layer, and refuses what is asked of it later.
  nonisolated(nonsending) func end() async {
    await layer.endLayer(overrides.site)
  }

  /// Ends the layer of a synchronous operation: disposers, which may suspend, run in tasks of their own.
  func endSynchronously() {
    layer.endLayerSynchronously(overrides.site)
  }

  /// Called when the last handle of a container that is a layer was released.
  func leave() {
    for layer in takeChildren() + [layer] { layer.leave() }
  }

  /// Called when a child's last handle was released: what the layer has for the child is disposed of now, before the end of the layer.
  func drop(_ child: Core) {
    layer.counted {
      guard let dropped = ofChildren.withLock({ $0.layers.removeValue(forKey: child.number) }) else { return }
      layer.disposeLater(dropped.takenInstances, .shutDown)
      dropped.leave()
    }
  }

  /// The layers of children, at the end: from here on there are no new ones.
  func takeChildren() -> [Core] {
    ofChildren.withLock { children in
      children.isEnded = true
      return Array(children.layers.values)
    }
  }
}

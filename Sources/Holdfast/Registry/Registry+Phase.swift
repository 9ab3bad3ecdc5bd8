import OnceKernel

// What may be changed in the registry, and what hits have to know of it.

extension Registry {
  func seal(_ site: SourceSite) {
    guard end.sealedBy == nil else { return }
    end.sealedBy = site
    updatePhase()
  }

  /// Called before the objects of a composition come here. In a container that is sealed already they are refused.
  func noteComposed() {
    if end.sealedBy == nil { end.isComposed = true }
  }

  /// Whether threads may read the table without a mark: then none of its cells is ever released that they might be reading.
  var isReadWithoutMarks: Bool { end.sealedBy != nil && base == nil && (!end.isComposed || Mutant.sealedCompositionStays.isActive) }

  /// Begins the container's end, which was asked for at `site`; answers whether nothing is under way.
  func drain(_ site: SourceSite) -> Bool {
    // First: a caller that is refused is told of it.
    end.shutDownBy = site
    let isIdle = life.drain()
    updatePhase()
    return isIdle
  }

  /// Whether the end of the container has begun; of a layer, also whether that of its base has.
  nonisolated var isOver: Bool { !life.state.isOpen || base?.isOver == true }

  /// Counts the override layers in front of this container: with one, a hit looks for it.
  func changeLayers(by difference: Int) {
    layers.storeReleasing(UInt(bitPattern: Int(bitPattern: layers.loadAcquiring()) + difference))
    updatePhase()
  }

  /// The phase is a digest of what hits have to know; called when any of that has changed. A miss looks at each part by itself: a container that is
  /// over still has layers.
  func updatePhase() { table.phase.storeSequentiallyConsistent(currentPhase) }

  var currentPhase: UInt {
    if isOver { return Phase.shutDown }
    if layers.loadAcquiring() > 0 { return Phase.layered }
    return isReadWithoutMarks ? Phase.sealed : Phase.open
  }

  func refusal(of key: AnyKey) -> ResolutionError? {
    if let shutDownBy = end.shutDownBy { return .shutDown(changing: key, by: shutDownBy) }
    if Mutant.sealedTakesChanges.isActive { return nil }
    if let sealedBy = end.sealedBy { return .sealed(key, by: sealedBy) }
    return nil
  }
}

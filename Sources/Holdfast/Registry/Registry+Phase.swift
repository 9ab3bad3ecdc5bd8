import OnceKernel

// What may be changed in the registry, and what hits have to know of it.

extension Registry {
  func seal(_ site: SourceSite) {
    guard sealedBy == nil else { return }
    sealedBy = site
    updatePhase()
  }

  /// Called before the objects of a composition come here. In a container that is sealed already they are refused.
  func noteComposed() {
    if sealedBy == nil { isComposed = true }
  }

  /// Whether threads may read the table without a mark: then none of its cells is ever released that they might be reading.
  var isReadWithoutMarks: Bool { sealedBy != nil && !isLayer && (!isComposed || Mutant.sealedCompositionStays.isActive) }

  func shutDown(_ site: SourceSite) {
    shutDownBy = site
    turnHitsIntoMisses()
  }

  /// For a container that was shut down or whose last handle was released, or a layer whose base has ended: misses find that out.
  func turnHitsIntoMisses() {
    isOver = true
    updatePhase()
  }

  /// Counts the override layers in front of this container: with one, a hit looks for it.
  func changeLayers(by difference: Int) {
    layers.storeReleasing(UInt(bitPattern: Int(bitPattern: layers.loadAcquiring()) + difference))
    updatePhase()
  }

  /// The phase is a digest of what hits have to know. A miss looks at each part by itself: a container that is over still has layers.
  private func updatePhase() {
    let phase =
      if isOver {
        Phase.shutDown
      } else if layers.loadAcquiring() > 0 {
        Phase.layered
      } else if isReadWithoutMarks {
        Phase.sealed
      } else {
        Phase.open
      }
    table.phase.storeSequentiallyConsistent(phase)
  }

  /// Whether no change is taken any more.
  var isFixed: Bool { shutDownBy != nil || sealedBy != nil }

  func refusal(of key: AnyKey) -> ResolutionError? {
    if let shutDownBy { return .shutDown(changing: key, by: shutDownBy) }
    if Mutant.sealedTakesChanges.isActive { return nil }
    if let sealedBy { return .sealed(key, by: sealedBy) }
    return nil
  }
}

#if Exploration
  package import OnceKernel

  extension Container {
    /// The cells in the container's own table, by the names of their keys.
    package var exploredCells: [String: OnceCell] {
      let cells = core.registry.enter { $0.table.cells }.filter { $0.registration.isNode }
      return Dictionary(cells.map { ($0.registration.key.name?.text ?? "", $0) }) { first, _ in first }
    }

    /// The builds in flight that are counted here.
    package var exploredBuilds: [Attempt] {
      // Only cores are owners.
      Attempt.running.filter { core.countsRuns(of: unsafeDowncast($0.owner, to: Core.self)) }.map(\.attempt)
    }

    /// What opening an override layer (1) and ending it (-1) does to the phase.
    package func changeLayersExplored(by difference: Int) {
      core.registry.enter { $0.changeLayers(by: difference) }
    }

    /// `shutdown()` for a thread: it sleeps where a task would suspend. Without waiting it is one whose deadline has passed.
    package func shutDownExplored(cancelling: Bool, waiting: Bool) {
      guard let end = core.beginEnd(.init(nil), SourceSite(#fileID, #line)) else { return }
      if cancelling { core.cancelRuns() }
      if waiting { core.life.awaitClosed() } else { _ = core.life.close() }
      var cells = core.taken(with: end.children).cells
      core.disposeExplored(cells)
      core.empty(&cells)
      core.complete(end)
    }
  }

  extension Core {
    /// Gives what the cells hold to the explored program, the last created first; answers false when there is none.
    @discardableResult
    func disposeExplored(_ cells: [OnceCell]) -> Bool {
      guard Seam.current != nil, let dispose = ExploredProgram.dispose else { return false }
      for cell in cells.reversed() {
        guard let instance = cell.retire(), cell.registration.disposes(instance) else { continue }
        if let value = cell.registration.unboxErased(instance) { dispose(value) }
      }
      return true
    }

    /// Gives an instance that no cell holds to the explored program; answers false when there is none.
    func disposeExplored(_ instance: AnyObject, of registration: Registration) -> Bool {
      guard Seam.current != nil, let dispose = ExploredProgram.dispose else { return false }
      if let value = registration.unboxErased(instance) { dispose(value) }
      return true
    }
  }

  extension FactoryResolver {
    /// The build that it serves.
    package var exploredBuild: Attempt? { requester.attempt }
  }
#endif

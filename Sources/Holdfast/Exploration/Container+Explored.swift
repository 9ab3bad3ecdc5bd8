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
      guard var end = core.beginEnd(of: .container(cancelling ? .cancel : .drain), .init(nil), SourceSite(#fileID, #line)) else { return }
      while let wait = core.advance(&end) {
        switch wait {
        case .drain: if waiting { core.life.awaitClosed() }
        // Disposers run where they are called for.
        case .disposals: break
        case .disposer(let cell): core.disposeExplored(cell)
        }
      }
    }
  }

  extension Core {
    /// Gives what is left to the explored program, the last created first; answers false when there is none.
    func disposeExplored(_ remains: @autoclosure () -> Remains) -> Bool {
      guard Seam.current != nil, ExploredProgram.dispose != nil else { return false }
      let remains = remains()
      while let cell = remains.nextToDispose() { disposeExplored(cell) }
      return true
    }

    /// Gives what a retired cell holds to the explored program; answers false when there is none.
    @discardableResult
    func disposeExplored(_ cell: OnceCell) -> Bool {
      guard let instance = cell.instance else { return true }
      return disposeExplored(instance, of: cell.registration)
    }

    /// Gives an instance that no cell holds to the explored program; answers false when there is none.
    func disposeExplored(_ instance: AnyObject, of registration: Registration) -> Bool {
      guard Seam.current != nil, let dispose = ExploredProgram.dispose else { return false }
      if let value = registration.unboxErased(instance) { dispose(value) }
      return true
    }
  }

  extension Handle {
    /// One that no composition has, not bound yet.
    package convenience init(exploring type: Any.Type) {
      let site = SourceSite(#fileID, #line)
      self.init(of: type, type, site, scope: nil, Maker { _, _, _ in preconditionFailure("nothing is registered by it") })
    }
  }

  extension FactoryResolver {
    /// The build that it serves.
    package var exploredBuild: Attempt? { requester.attempt }
  }
#endif

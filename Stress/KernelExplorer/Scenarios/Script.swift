#if Exploration
  import Holdfast
  import OnceKernel

  /// Pieces that scenarios are put together from.
  enum Script {
    /// Resolves and takes every outcome in `allowed` beside an instance.
    static func resolve(_ container: ExploredContainer, _ name: String, or allowed: @escaping (Failure) -> Bool = { _ in false }) -> () ->
      Void
    {
      { _ = attempt(container, name, or: allowed) }
    }

    @discardableResult
    static func attempt(_ container: ExploredContainer, _ name: String, or allowed: (Failure) -> Bool = { _ in false }) -> Instance? {
      do { return try container.resolve(name) } catch {
        require(allowed(error), "resolving \(name) failed: \(error)")
        Mark.ended("resolve \(name)")
        return nil
      }
    }

    /// Makes a change that must be possible, or be refused as `allowed` says.
    static func change(or allowed: @escaping (Failure) -> Bool = { _ in false }, _ body: @escaping () throws(Failure) -> Void) -> () -> Void
    {
      {
        do throws(Failure) { try body() } catch { require(allowed(error), "a change failed: \(error)") }
      }
    }

    static func isCycle(_ failure: Failure) -> Bool {
      if case .cycle = failure { true } else { false }
    }

    /// A program over a container, with the checks that hold whatever it does.
    static func program(_ container: ExploredContainer, _ threads: [() -> Void], check: @escaping () -> Void = {}) -> Program {
      Program(
        threads,
        check: {
          require(container.builds.isEmpty, "a build is still in flight at the end")
          for (name, cell) in container.container.exploredCells { require(!cell.isBuilding, "\(name): still being built at the end") }
          if let broken = container.container.brokenInvariant { require(false, broken) }
          check()
          container.journal.takeApart()
        }, leftovers: container.journal.leftovers)
    }
  }

  extension Scenario {
    /// Every scenario over the shipped kernel.
    package static var all: [Scenario] {
      ofCells + ofCancelling + ofPhases + ofScopes + ofCycles + ofInjection + ofLater + ofOrderings + ofKnown
    }
  }
#endif

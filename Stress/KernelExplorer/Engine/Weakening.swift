#if Exploration
  import OnceKernel

  /// An atomic access that the engine orders one step weaker than the source says: a mutant for each ordering, at no cost elsewhere.
  ///
  /// What is ordered stands in the primitives only. The engine knows each access by the place that calls the primitive.
  package struct Weakening: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let point: YieldPoint
    let ordering: ExploredOrdering

    /// The one that is in force. Touched by the thread that explores.
    // unsafe: only the thread that explores touches it.
    nonisolated(unsafe) static var active: Weakening?

    /// `ordering`, or the weaker one if this access has it now.
    static func applied(to ordering: ExploredOrdering, at site: Site) -> ExploredOrdering {
      guard let active, site.line == UInt(active.point.line), YieldPoint(site) == active.point else { return ordering }
      return active.ordering
    }

    /// Each step down from what an access is ordered by; none if it is not ordered.
    static func all(of point: YieldPoint) -> [Weakening] {
      let weaker: [ExploredOrdering] =
        switch point.operation {
        case "loadAcquiring", "load", "storeReleasing", "fill", "awaitChange": [.relaxed]
        case "loadSequentiallyConsistent": [.acquiring]
        case "storeSequentiallyConsistent": [.releasing]
        case "exchange": [.acquiringAndReleasing]
        default: []
        }
      return weaker.map { Weakening(point: point, ordering: $0) }
    }

    package var description: String { "\(point) → \(ordering)" }

    package static func < (left: Weakening, right: Weakening) -> Bool { left.description < right.description }
  }

  extension ExploredOrdering {
    var acquires: Bool { self != .relaxed && self != .releasing }
    var releases: Bool { self != .relaxed && self != .acquiring }
  }
#endif

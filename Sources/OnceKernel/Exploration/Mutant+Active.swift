#if Exploration
  import Dispatch

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// `HOLDFAST_MUTANT=name` in the environment switches one on for a whole process, whatever program it is. A program that checks many in turn sets
  /// `active` while nothing else runs.
  extension Mutant {
    /// The one that is switched on.
    // unsafe: written before the threads that read it start.
    nonisolated(unsafe) package static var active: Mutant? = named(inEnvironment: "HOLDFAST_MUTANT")

    /// Whether it is switched on for explored threads only: others may run beside the exploration.
    // unsafe: set before the threads that read it start.
    nonisolated(unsafe) package static var isForExploration = false

    @usableFromInline package var isActive: Bool {
      guard let active = Mutant.active else {
        noteReached()
        return false
      }
      return active == self && (!Mutant.isForExploration || Seam.current != nil)
    }

    /// Lets others run, for long enough that they get in between.
    package static func pause() {
      usleep(200)
    }

    /// Does something on another thread.
    package static func later(_ body: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async(execute: body)
    }

    private static func named(inEnvironment variable: String) -> Mutant? {
      guard let name = getenv(variable).map({ String(cString: $0) }), !name.isEmpty else { return nil }
      guard let mutant = allCases.first(where: { $0.name == name }) else { fatalError("\(variable): no mutant is called \(name)") }
      return mutant
    }
  }
#else
  // What defects do. The optimizer removes it with them.
  extension Mutant {
    package static func pause() {}

    package static func later(_ body: @escaping @Sendable () -> Void) {}
  }
#endif

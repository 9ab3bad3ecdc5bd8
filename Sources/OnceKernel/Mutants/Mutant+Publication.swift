#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Mutants of the table, the registry, and the sealed path.
  extension Mutant {
    static let ofPublication: [Mutant] = [
      manyWriters, readerLetsGo, replacesInTwoSteps, replaceKeepsInstance, unregistersLate, resetSparesBuild, resetClearsWordOnly,
      leavesReadersBehind, entersUnseen, shortcutsGoStale, buildFollowsKey, sealOvertakesChanges, sealedTakesChanges, sealWritesBack,
      sealedBuildIsNotShared,
    ]

    package static let manyWriters = Mutant("many-writers", "changes do not queue up: two threads write the table at once")
    static let readerLetsGo = Mutant("reader-lets-go", "a hit ends its visit between finding the cell and copying the value")
    static let replacesInTwoSteps = Mutant(
      "replaces-in-two-steps", "a replacement takes the old cell away before it puts the new one in place")
    package static let replaceKeepsInstance = Mutant("replace-keeps-instance", "a replacement hands the old registration's instance on")
    package static let unregistersLate = Mutant("unregisters-late", "unregister returns before it has taken effect")
    package static let resetSparesBuild = Mutant("reset-spares-build", "a reset leaves the build in flight where it publishes")
    package static let resetClearsWordOnly = Mutant(
      "reset-clears-word-only", "a reset empties the ready word, and the cell keeps the instance")
    static let leavesReadersBehind = Mutant(
      "leaves-readers-behind", "a replacement does not wait for readers who may have seen what was there before")
    static let entersUnseen = Mutant(
      "enters-unseen", "a reader's mark may be seen later than what the reader does after it")
    static let shortcutsGoStale = Mutant("shortcuts-go-stale", "a change leaves a scope's shortcut to what was registered before")
    package static let buildFollowsKey = Mutant(
      "build-follows-key", "a build in flight publishes into the cell that has taken its cell's place")
    package static let sealOvertakesChanges = Mutant(
      "seal-overtakes-changes",
      "the phase says sealed while changes are still under way: readers without a lock read what is being released")
    package static let sealedTakesChanges = Mutant("sealed-takes-changes", "a sealed container still takes changes")
    package static let sealWritesBack = Mutant("seal-writes-back", "sealing writes back what it read before it waited for its turn")
    package static let sealedBuildIsNotShared = Mutant("sealed-build-not-shared", "what is built after the seal is built for each who asks")

    /// Lets others run, for long enough that they get in between.
    package static func pause() {
      usleep(200)
    }
  }
#endif

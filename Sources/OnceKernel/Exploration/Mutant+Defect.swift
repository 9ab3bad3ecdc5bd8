#if Exploration
  extension Mutant {
    /// The part of the code it breaks; a table of mutants has at least eight in each.
    package enum Part: String, Sendable, CaseIterable {
      case cell, waitGraph, publication, asynchronous
    }

    package static func all(in part: Part) -> [Mutant] { allCases.filter { $0.part == part } }

    package var part: Part { described.part }

    /// What it is called in the environment and in reports.
    package var name: String { described.name }

    /// What the defective code does, in a few words.
    package var defect: String { described.defect }

    private var described: (part: Part, name: String, defect: String) {
      switch self {
      case .suspendsBlindly: (.cell, "suspends-blindly", "a task suspends without looking whether its outcome came before: a lost wake-up")
      case .publishesBeforeBuilt:
        (.cell, "publishes-before-built", "readers see the instance when it is constructed, before its injectors ran")
      case .skipsSecondCheck: (.cell, "skips-second-check", "a miss builds again what was published meanwhile")
      case .wakesOneWaiter: (.cell, "wakes-one-waiter", "a publication wakes one waiter only")
      case .failureLeavesBuilding: (.cell, "failure-leaves-building", "a failed build stays in its cell")
      case .failureForgetsWaiters: (.cell, "failure-forgets-waiters", "a failed build tells none of its waiters")
      case .forgetsRetired: (.cell, "forgets-retired", "a build whose cell was taken away meanwhile is not reported, and never disposed of")
      case .leavingAbandonsOthers: (.cell, "leaving-abandons-others", "one waiter's leaving abandons the build that others wait for")
      case .claimsTwice: (.cell, "claims-twice", "two threads may claim the same asynchronous build")
      case .keepsAbandoned: (.cell, "keeps-abandoned", "the value of an abandoned build is taken for published, and never disposed of")
      case .releasesUnderLock:
        (.cell, "releases-under-lock", "what a step takes away is released before its lock is free")
      case .checksApart: (.waitGraph, "checks-apart", "the search for a cycle and the joining are two critical sections")
      case .seesOwnThreadOnly: (.waitGraph, "sees-own-thread-only", "only builds on the same thread count as waiting")
      case .ignoresNested: (.waitGraph, "ignores-nested", "a build that runs another one on its own thread does not count as waiting")
      case .looksOneStep: (.waitGraph, "looks-one-step", "the search for a cycle follows one wait only, not the wait behind it")
      case .ignoresGroup:
        (.waitGraph, "ignores-group", "waiting for a member of an injection group is taken for waiting for that member only")
      case .keepsLeftEdges: (.waitGraph, "keeps-left-edges", "a caller that gave up waiting still counts as waiting: a false cycle")
      case .suspectsAllWaits: (.waitGraph, "suspects-all-waits", "every wait is refused as if it closed a cycle")
      case .forgetsAsker: (.waitGraph, "forgets-asker", "the cycle that is reported lacks the build that closed it")
      case .earlyToStrangers: (.waitGraph, "early-to-strangers", "a half-injected object is given to a build outside its cycle")
      case .earlyToHalfCircle:
        (.waitGraph, "early-to-half-circle", "an object is given away before its injector ran, although its cycle is not complete yet")
      case .publishesAlone: (.waitGraph, "publishes-alone", "a member of an injection group is published before the others are injected")
      case .failsAlone: (.waitGraph, "fails-alone", "a member of an injection group fails without the others")
      case .forgetsNeeds:
        (.waitGraph, "forgets-needs", "an object is published although an object that it received early is not published yet")
      case .publishesUnclosed:
        (.waitGraph, "publishes-unclosed", "an object is published before the closure that was passed to later has run")
      case .manyWriters: (.publication, "many-writers", "changes do not queue up: two threads write the table at once")
      case .readerLetsGo: (.publication, "reader-lets-go", "a hit clears its mark after it finds the cell and before it copies the value")
      case .replacesInTwoSteps:
        (.publication, "replaces-in-two-steps", "a replacement takes the old cell away before it puts the new one in place")
      case .replaceKeepsInstance: (.publication, "replace-keeps-instance", "a replacement hands the old registration's instance on")
      case .unregistersLate: (.publication, "unregisters-late", "unregister returns before it has taken effect")
      case .resetSparesBuild:
        (.publication, "reset-spares-build", "a reset does not detach a running build, so the build still publishes in the key's cell")
      case .resetClearsWordOnly: (.publication, "reset-clears-word-only", "a reset empties the ready word, and the cell keeps the instance")
      case .leavesReadersBehind:
        (.publication, "leaves-readers-behind", "a replacement does not wait for readers who may have seen what was there before")
      case .entersUnseen: (.publication, "enters-unseen", "a reader's mark may be seen later than what the reader does after it")
      case .shortcutsGoStale:
        (.publication, "shortcuts-go-stale", "a change does not clear a scope's lookup cache, which still leads to the old registration")
      case .buildFollowsKey:
        (.publication, "build-follows-key", "a build publishes in the new cell that its key got meanwhile")
      case .sealOvertakesChanges:
        (
          .publication, "seal-overtakes-changes",
          "the phase says sealed while changes are still under way: readers without a lock read what is being released"
        )
      case .sealedTakesChanges: (.publication, "sealed-takes-changes", "a sealed container still takes changes")
      case .sealWritesBack: (.publication, "seal-writes-back", "sealing writes back what it read before it waited for its turn")
      case .sealedBuildIsNotShared: (.publication, "sealed-build-not-shared", "after the seal each caller builds a value of its own")
      case .cancelsForOthers: (.asynchronous, "cancels-for-others", "a cancelled waiter cancels the build although others wait for it")
      case .keepsUnwanted: (.asynchronous, "keeps-unwanted", "a build goes on and is published although its last waiter was cancelled")
      case .cancelledStays: (.asynchronous, "cancelled-stays", "a cancelled waiter is taken off the list but never resumed")
      case .starterUnseen: (.asynchronous, "starter-unseen", "a build that starts another one is not seen to wait for it")
      case .taskLocalsLeak: (.asynchronous, "task-locals-leak", "a shared factory inherits the task-local values of the first caller")
      case .unwantedIsLost: (.asynchronous, "unwanted-is-lost", "what an abandoned build still makes is not disposed of")
      case .lazyLastWins:
        (.asynchronous, "lazy-last-wins", "callers of a lazy reference that come at the same time each get their own value")
      case .warmUpInOrder:
        (
          .asynchronous, "warm-up-in-order",
          "warming up does not try a synchronous factory again when the asynchronous value that it needs is built"
        )
      case .shutdownHurries: (.asynchronous, "shutdown-hurries", "a shutdown does not wait for builds in flight")
      case .shutdownPerCaller: (.asynchronous, "shutdown-per-caller", "each caller of a shutdown gets one of its own")
      case .drainRefuses: (.asynchronous, "drain-refuses", "builds that are drained cannot resolve what they still need")
      case .cancelTellsNoWaiter: (.asynchronous, "cancel-tells-no-waiter", "a shutdown cancels builds and does not tell their waiters")
      case .disposesOldestFirst: (.asynchronous, "disposes-oldest-first", "instances are disposed of in the order of their creation")
      case .failureStopsDisposal: (.asynchronous, "failure-stops-disposal", "a disposer that throws keeps the next ones from running")
      case .disposalsForgotten: (.asynchronous, "disposals-forgotten", "a shutdown does not wait for the disposals under way")
      case .scopeForgetsLate: (.asynchronous, "scope-forgets-late", "a scope's end misses an instance whose build ends later")
      case .scopeLetsGo: (.asynchronous, "scope-lets-go", "a hit in a scope clears its mark before it looks for the instance")
      case .layerBuildsInBase: (.asynchronous, "layer-builds-in-base", "what is built in an override layer stays in the container")
      }
    }
  }
#endif

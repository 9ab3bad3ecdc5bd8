#if Exploration
  /// Defects of waiting, cancelling, disposing, shutting down, scopes and override layers.
  extension Mutant {
    package static let cancelsForOthers = Mutant("cancels-for-others", "a cancelled waiter cancels the build although others wait for it")
    package static let keepsUnwanted = Mutant("keeps-unwanted", "a build goes on and is published although its last waiter was cancelled")
    package static let cancelledStays = Mutant("cancelled-stays", "a cancelled waiter is taken off the list but never resumed")
    package static let starterUnseen = Mutant("starter-unseen", "a build that starts another one is not seen to wait for it")
    package static let taskLocalsLeak = Mutant("task-locals-leak", "a shared factory inherits the task-local values of who asked first")
    package static let unwantedIsLost = Mutant("unwanted-is-lost", "what an abandoned build still makes is not disposed of")
    package static let lazyLastWins = Mutant(
      "lazy-last-wins", "callers of a lazy reference that come at the same time each get their own value")
    package static let warmUpInOrder = Mutant(
      "warm-up-in-order", "warming up does not return to what came before the asynchronous value it needs")
    package static let shutdownHurries = Mutant("shutdown-hurries", "a shutdown does not wait for builds in flight")
    package static let shutdownPerCaller = Mutant("shutdown-per-caller", "each caller of a shutdown gets one of its own")
    package static let drainRefuses = Mutant("drain-refuses", "builds that are drained cannot resolve what they still need")
    package static let cancelTellsNoWaiter = Mutant("cancel-tells-no-waiter", "a shutdown cancels builds and does not tell their waiters")
    package static let disposesOldestFirst = Mutant("disposes-oldest-first", "instances are disposed of in the order of their creation")
    package static let failureStopsDisposal = Mutant("failure-stops-disposal", "a disposer that throws keeps the next ones from running")
    package static let disposalsForgotten = Mutant("disposals-forgotten", "a shutdown does not wait for the disposals under way")
    package static let scopeForgetsLate = Mutant("scope-forgets-late", "a scope's end misses an instance whose build ends later")
    static let scopeLetsGo = Mutant(
      "scope-lets-go", "a hit in a scope ends its visit before it looks for the instance")
    package static let layerBuildsInBase = Mutant("layer-builds-in-base", "what is built in an override layer stays in the container")

    static let ofAsynchronousCode = [
      cancelsForOthers, keepsUnwanted, cancelledStays, starterUnseen, taskLocalsLeak, unwantedIsLost, lazyLastWins, warmUpInOrder,
      shutdownHurries, shutdownPerCaller, drainRefuses, cancelTellsNoWaiter, disposesOldestFirst, failureStopsDisposal,
      disposalsForgotten, scopeForgetsLate, scopeLetsGo, layerBuildsInBase,
    ]
  }
#endif

#if Exploration
  extension Mutant {
    /// The part of the code it breaks; a table of mutants has at least eight in each.
    package enum Part: String, Sendable, CaseIterable {
      case cell, waitGraph, publication, asynchronous, container
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
      case .speaksWhenOver:
        (.container, "speaks-when-over", "a task that a factory started speaks for the factory after that has returned")
      case .bindingOutlivesRun:
        (.container, "binding-outlives-run", "what a run made current counts in another run that lies where the first one lay")
      case .overlooksMark:
        (.container, "overlooks-mark", "a task overlooks the run that it is in once the run of another task is released")
      case .immediateIsFactory:
        (.container, "immediate-is-factory", "what a factory begins with Task.immediate is taken for the factory")
      case .warmUpAsksForNone:
        (.container, "warm-up-asks-for-none", "what warms up in a factory asks for no build, so that a wait for that build is no cycle")
      case .handsOutGraph:
        (.container, "hands-out-graph", "a captured container hands out as sending the object that the run's graph has too")
      case .keepsEndedScopes: (.container, "keeps-ended-scopes", "a scope that has ended is kept by those that were opened in it")
      case .lazyParks:
        (.container, "lazy-parks", "a lazy reference parks its reader where a resolve throws that it has to be awaited")
      case .errorDiesUnderLock:
        (.container, "error-dies-under-lock", "the error of an earlier build is released under the lock of all builds")
      case .fieldsDieUnderLock:
        (.container, "fields-die-under-lock", "what a field under the lock of all builds held is released by the step that overwrites it")
      case .disposesForEachKey:
        (.container, "disposes-for-each-key", "an object that several registrations hand out is disposed of for each")
      case .hidesDecorated: (.container, "hides-decorated", "a decorator that is not disposable hides a value that is")
      case .refusesDisposers: (.container, "refuses-disposers", "a disposer cannot resolve once its container drains")
      case .disposersUncounted:
        (.container, "disposers-uncounted", "a shutdown does not wait for what disposers of ended scopes still use")
      case .endedScopeHandsOut:
        (.container, "ended-scope-hands-out", "a scope that ended while its factory ran hands out the value that it disposes of")
      case .failureUntold: (.container, "failure-untold", "no observer is told of a disposer that throws")
      case .eventsStayOpen: (.container, "events-stay-open", "the events of a container do not end with it")
      case .eventsOfNone: (.container, "events-of-none", "the events of an override layer do not say whose they are")
      case .declaredHidesObserved: (.container, "declared-hides-observed", "declared needs hide those that were observed")
      case .wiredIsKnown:
        (.container, "wired-is-known", "the needs of injectors and decorators of a wired registration count as known before they ran")
      case .referencesUnlearned:
        (.container, "references-unlearned", "a provider, a lazy reference or a factory is no need of the code that asks for it")
      case .deferredIsCycle: (.container, "deferred-is-cycle", "a need that is met later counts as a part of a cycle")
      case .instanceUndecorated: (.container, "instance-undecorated", "what is registered as an instance is not decorated")
      case .dependenciesLast: (.container, "dependencies-last", "an assembly is applied before those that it depends on")
      case .appliesTwice: (.container, "applies-twice", "an assembly that was applied is applied again")
      case .defaultShadowsParent:
        (.container, "default-shadows-parent", "a default in a child takes the place of what its parent has")
      case .defaultIsDuplicate:
        (.container, "default-is-duplicate", "a registration that replaces a default is refused as a duplicate")
      case .voidIsNone:
        (.container, "void-is-none", "a value that is made from Void has the key of one that is made from nothing")
      case .parentCircleUnseen:
        (.container, "parent-circle-unseen", "containers that are each other's parent through a user's resolver ask each other without end")
      case .earlyBlamesCaller:
        (.container, "early-blames-caller", "the error of what was asked for too early names the caller, not the factory that asked")
      case .wrapperFailureIgnored:
        (.container, "wrapper-failure-ignored", "a build whose property wrapper could not be filled counts as built")
      case .laterUnlearned:
        (.container, "later-unlearned", "what a closure that runs later asks for is no need of its registration")
      case .refusesOpenScopes: (.container, "refuses-open-scopes", "an open scope cannot resolve once its container drains")
      case .endedKindUnknown:
        (.container, "ended-kind-unknown", "that a scope of a kind has ended is told as if none had been opened")
      case .cancelledBuilds: (.container, "cancelled-builds", "a task that was cancelled begins a build")
      case .priorityStays: (.container, "priority-stays", "a waiter of a higher priority does not raise that of the build")
      case .capacityIgnored: (.container, "capacity-ignored", "a cache keeps more than its capacity")
      case .argumentsByHash: (.container, "arguments-by-hash", "values that are made from arguments are told apart by the hash alone")
      case .namesByHash: (.container, "names-by-hash", "keys are told apart by the hash of their names alone")
      case .duplicatesAccepted: (.container, "duplicates-accepted", "a container that rejects duplicates accepts them")
      case .deadlineIgnored: (.container, "deadline-ignored", "a shutdown waits for builds beyond its deadline")
      case .scopeEndsTwice: (.container, "scope-ends-twice", "a scope ends at each call of end")
      case .forgottenUntold: (.container, "forgotten-untold", "a scope that was released without an end is told to no observer")
      case .lateUntold: (.container, "late-untold", "a wait that is long is not reported")
      case .decoratesInReverse: (.container, "decorates-in-reverse", "decorators run in the reverse order")
      case .seedsIgnored: (.container, "seeds-ignored", "a scope does not use what it was given")
      case .seedsOfOwnOnly: (.container, "seeds-of-own-only", "a scope does not see what the scopes around it were given")
      case .disposerErrorLost: (.container, "disposer-error-lost", "the report of a shutdown leaves out errors of disposers")
      case .groupResetsAll: (.container, "group-resets-all", "the reset of a group of caches resets all caches")
      case .peekIgnoresLayer: (.container, "peek-ignores-layer", "peek inside an override layer looks in the container")
      case .circleRemainsLost: (.container, "circle-remains-lost", "what a circle of injectors made is not disposed of when it fails")
      case .wrapperLeavesGraph: (.container, "wrapper-leaves-graph", "a property wrapper gets another object than the factory around it")
      case .needsUnlearned: (.container, "needs-unlearned", "what a factory asks for is no need of it")
      case .cycleOfTransientsDeep:
        (.container, "cycle-of-transients-deep", "a cycle of transients is reported as too deep, without its path")
      case .collectsNoReferences: (.container, "collects-no-references", "a collection of references or Optionals is empty")
      case .collectionNameIgnored: (.container, "collection-name-ignored", "the collection of a name has what other names have")
      case .collectsItself: (.container, "collects-itself", "a registration that collects its own type is in its collection")
      case .collectionLacksParents: (.container, "collection-lacks-parents", "a collection leaves out what parents have")
      case .emptyCollectionIsNoError:
        (.container, "empty-collection-is-no-error", "a collection that nothing provides is empty instead of an error")
      case .disposesInUse:
        (.container, "disposes-in-use", "a discarded value is disposed of while a scope is open that may use it")
      case .keepsDiscarded: (.container, "keeps-discarded", "what was discarded is never disposed of")
      case .showsUnbuilt: (.container, "shows-unbuilt", "a replacement shows what is registered before its values are built")
      case .failureShows: (.container, "failure-shows", "a replacement of which a build fails is shown all the same")
      case .argumentsKeepReplaced:
        (.container, "arguments-keep-replaced", "a value of arguments is kept that was made from what was replaced")
      case .propertyGoesStale:
        (.container, "property-goes-stale", "a property of a composition reads the cell that it found before a change")
      case .propertySkipsLayers: (.container, "property-skips-layers", "a property of a composition does not look for override layers")
      case .sealedCompositionStays: (.container, "sealed-composition-stays", "the objects of a sealed composition outlive it")
      case .needSkipsLayers:
        (.container, "need-skips-layers", "what a composition's factory needs in an override layer comes from the container")
      case .learnedStays:
        (.container, "learned-stays", "what a factory was seen to ask for counts as a need of the one that replaces it")
      case .graphsOpenAnew:
        (.container, "graphs-open-anew", "transients that are made in passing have an object graph for each request")
      case .completesUnfilled:
        (.container, "completes-unfilled", "an object with a property that could not be filled is injected and disposed of")
      case .earlierUnawaited:
        (.container, "earlier-unawaited", "a disposal does not wait for those before it that may use what it disposes of")
      case .staysWithOld:
        (.container, "stays-with-old", "what is being made from a value that is replaced meanwhile is kept for later callers")
      case .existingUnlearned:
        (.container, "existing-unlearned", "what exists already is handed out to a factory without becoming a need of it")
      case .layerUndisposed: (.container, "layer-undisposed", "what was built in a layer is not disposed of at the layer's end")
      case .failureIsCompletion:
        (.container, "failure-is-completion", "the disposers of a scope whose operation threw are told that it completed")
      case .overtakenRunOn:
        (.container, "overtaken-run-on", "builds that the deadline of a shutdown overtakes are not cancelled")
      case .childsOverridesLost:
        (.container, "childs-overrides-lost", "in a layer of its parent, a child does not see the overrides that are in force further out")
      case .typesInjectorWins:
        (.container, "types-injector-wins", "the injector of a type runs in the place of that of the name")
      case .hitIsNoUse:
        (.container, "hit-is-no-use", "a cache pushes out what was used since, as handing it out does not count as a use")
      case .forwardDropsName:
        (.container, "forward-drops-name", "a forward to what is made from arguments asks for it without its name")
      case .againUnlisted:
        (.container, "again-unlisted", "a name that is registered again after it was unregistered is in no collection")
      case .taskLeavesLayers:
        (.asynchronous, "task-leaves-layers", "an asynchronous factory does not run in the override layers in which it was asked for")
      case .replacedIsNew:
        (.container, "replaced-is-new", "a key that a batch registers again is in its collections once more")
      }
    }
  }
#endif

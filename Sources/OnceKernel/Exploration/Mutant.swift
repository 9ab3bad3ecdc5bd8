/// A defect that can be switched on to show that a checker finds it; see `HOLDFAST_MUTANT` in `Mutant+Active.swift`.
///
/// Only builds with the `Exploration` trait can switch one on. In every other build `isActive` is a constant false, and the optimizer leaves nothing
/// of the defect.
@frozen
@usableFromInline
package enum Mutant: Sendable, Hashable, CaseIterable {
  // Of once cells, their builds and waiters.
  case suspendsBlindly, publishesBeforeBuilt, skipsSecondCheck, wakesOneWaiter, failureLeavesBuilding, failureForgetsWaiters,
    forgetsRetired, leavingAbandonsOthers, claimsTwice, keepsAbandoned, releasesUnderLock

  // Of the wait-for graph and injection groups.
  case checksApart, seesOwnThreadOnly, ignoresNested, looksOneStep, ignoresGroup, keepsLeftEdges, suspectsAllWaits, forgetsAsker,
    earlyToStrangers, earlyToHalfCircle, publishesAlone, failsAlone, forgetsNeeds, publishesUnclosed

  // Of the table, the registry, and the sealed path.
  case manyWriters, readerLetsGo, replacesInTwoSteps, replaceKeepsInstance, unregistersLate, resetSparesBuild, resetClearsWordOnly,
    leavesReadersBehind, entersUnseen, shortcutsGoStale, buildFollowsKey, sealOvertakesChanges, sealedTakesChanges, sealWritesBack,
    sealedBuildIsNotShared

  // Of waiting, cancelling, disposing, shutting down, scopes and override layers.
  case cancelsForOthers, keepsUnwanted, cancelledStays, starterUnseen, taskLocalsLeak, unwantedIsLost, lazyLastWins, warmUpInOrder,
    shutdownHurries, shutdownPerCaller, drainRefuses, cancelTellsNoWaiter, disposesOldestFirst, failureStopsDisposal, disposalsForgotten,
    scopeForgetsLate, scopeLetsGo, layerBuildsInBase

  // Of the code that asks, what is known of needs, modules, keys, references, and the owner that disposes.
  case speaksWhenOver, bindingOutlivesRun, overlooksMark, immediateIsFactory, warmUpAsksForNone, handsOutGraph, keepsEndedScopes,
    lazyParks, errorDiesUnderLock, fieldsDieUnderLock, disposesForEachKey, hidesDecorated, refusesDisposers, disposersUncounted,
    endedScopeHandsOut, failureUntold, eventsStayOpen, eventsOfNone, declaredHidesObserved, wiredIsKnown, referencesUnlearned,
    deferredIsCycle, instanceUndecorated, dependenciesLast, appliesTwice, defaultShadowsParent, defaultIsDuplicate, voidIsNone,
    parentCircleUnseen, earlyBlamesCaller, wrapperFailureIgnored, laterUnlearned, refusesOpenScopes,
    endedKindUnknown

  // Of caches, names, seeds, scopes, reports and order.
  case cancelledBuilds, priorityStays, capacityIgnored, argumentsByHash, namesByHash, duplicatesAccepted, deadlineIgnored, scopeEndsTwice,
    forgottenUntold, lateUntold, decoratesInReverse, seedsIgnored, seedsOfOwnOnly, disposerErrorLost, groupResetsAll, peekIgnoresLayer,
    circleRemainsLost, wrapperLeavesGraph, needsUnlearned, cycleOfTransientsDeep, collectsNoReferences, collectionNameIgnored,
    collectsItself,
    collectionLacksParents, emptyCollectionIsNoError

  // Of values that are replaced while others use them.
  case disposesInUse, keepsDiscarded, showsUnbuilt, failureShows, argumentsKeepReplaced, staysWithOld

  // Of what exists already, and of the end of a layer.
  case existingUnlearned, layerUndisposed

  // Of the properties of compositions.
  case propertyGoesStale, propertySkipsLayers, sealedCompositionStays, needSkipsLayers

  // Of what is asked for, made in passing, left unfilled, and discarded.
  case learnedStays, graphsOpenAnew, completesUnfilled, earlierUnawaited

  // Of endings, layers one inside the other, and what is told apart by name or by use.
  case failureIsCompletion, overtakenRunOn, childsOverridesLost, typesInjectorWins, hitIsNoUse, forwardDropsName, againUnlisted,
    taskLeavesLayers, replacedIsNew

  #if !Exploration
    /// Asked where the defect is.
    @inlinable package var isActive: Bool {
      @inline(__always) get { false }
    }
  #endif
}

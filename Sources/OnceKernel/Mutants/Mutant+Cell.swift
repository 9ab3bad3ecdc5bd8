#if Exploration
  extension Mutant {
    /// Of once cells, their builds and waiters.
    static let ofTheCell: [Mutant] = [
      suspendsBlindly,
      publishesBeforeBuilt,
      skipsSecondCheck,
      wakesOneWaiter,
      failureLeavesBuilding,
      failureForgetsWaiters,
      forgetsRetired,
      leavingAbandonsOthers,
      claimsTwice,
      keepsAbandoned,
    ]

    static let suspendsBlindly = Mutant(
      "suspends-blindly", "a task suspends without looking whether its outcome came before: a lost wake-up")
    static let publishesBeforeBuilt = Mutant(
      "publishes-before-built", "readers see the instance when it is constructed, before its injectors ran")
    static let skipsSecondCheck = Mutant("skips-second-check", "who took the slow road builds again what was published meanwhile")
    static let wakesOneWaiter = Mutant("wakes-one-waiter", "a publication wakes one waiter only")
    static let failureLeavesBuilding = Mutant("failure-leaves-building", "a failed build stays in its cell")
    static let failureForgetsWaiters = Mutant("failure-forgets-waiters", "a failed build tells none of its waiters")
    static let forgetsRetired = Mutant(
      "forgets-retired", "a build whose cell was taken away meanwhile is not reported, and never disposed of")
    static let leavingAbandonsOthers = Mutant("leaving-abandons-others", "one waiter's leaving abandons the build that others wait for")
    static let claimsTwice = Mutant("claims-twice", "two may claim the same asynchronous build")
    static let keepsAbandoned = Mutant("keeps-abandoned", "the value of an abandoned build is taken for published, and never put away")
  }
#endif

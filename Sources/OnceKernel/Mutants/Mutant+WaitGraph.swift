#if Exploration
  extension Mutant {
    /// Of the wait-for graph and injection groups.
    static let ofTheWaitGraph: [Mutant] = [
      checksApart,
      seesOwnThreadOnly,
      ignoresNested,
      looksOneStep,
      ignoresGroup,
      keepsLeftEdges,
      suspectsAllWaits,
      forgetsAsker,
      earlyToStrangers,
      earlyToHalfCircle,
      publishesAlone,
      failsAlone,
      forgetsNeeds,
      publishesUnclosed,
    ]

    static let checksApart = Mutant("checks-apart", "the look for a cycle and the joining are two critical sections")
    static let seesOwnThreadOnly = Mutant("sees-own-thread-only", "only builds on the same thread count as waiting")
    static let ignoresNested = Mutant("ignores-nested", "a build that runs another one on its own thread does not count as waiting")
    static let looksOneStep = Mutant("looks-one-step", "only who waits directly is looked at")
    static let ignoresGroup = Mutant(
      "ignores-group", "waiting for a member of an injection group is taken for waiting for that member only")
    static let keepsLeftEdges = Mutant("keeps-left-edges", "who gave up waiting is still taken for waiting: a false cycle")
    static let suspectsAllWaits = Mutant("suspects-all-waits", "every wait is refused as if it closed a cycle")
    static let forgetsAsker = Mutant("forgets-asker", "the cycle that is reported lacks the build that closed it")
    static let earlyToStrangers = Mutant("early-to-strangers", "a half-injected object is given to a build outside its cycle")
    static let earlyToHalfCircle = Mutant(
      "early-to-half-circle", "an object goes early into a cycle whose other builds are not constructed yet")
    static let publishesAlone = Mutant("publishes-alone", "a member of an injection group is published before the others are injected")
    static let failsAlone = Mutant("fails-alone", "a member of an injection group fails without the others")
    static let forgetsNeeds = Mutant("forgets-needs", "an object is published although what it took early is not")
    static let publishesUnclosed = Mutant("publishes-unclosed", "an object is published before its closure has run")
  }
#endif

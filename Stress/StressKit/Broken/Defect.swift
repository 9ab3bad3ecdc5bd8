package import HoldfastStress

/// The ways in which `FakeContainer` can be told to misbehave, and, from `sharesScoped` on, in which a workload with a container of its own
/// registers the wrong thing, so that it looks as if that container misbehaved.
///
/// The workloads must catch those that have a verdict; the linearizability checker has its own list.
package enum Defect: String, Sendable, CaseIterable {
  /// Two callers that find a singleton unbuilt both build it.
  case buildsTwice = "builds-twice"
  /// A replace now and then keeps the old instance.
  case staleAfterReplace = "stale-after-replace"
  /// A cycle is not seen: its callers wait for each other forever.
  case hangs = "hangs"
  /// An instance that was replaced or reset is kept.
  case leaks = "leaks"
  /// A caller that waited for a build is not always woken.
  case losesWaiter = "loses-waiter"
  /// A build that was under way during a reset counts as built after it.
  case staleAfterReset = "stale-after-reset"
  /// An unregister is forgotten now and then.
  case staysRegistered = "stays-registered"
  /// The error of a failed build is given to later callers too.
  case cachesFailure = "caches-failure"
  /// Waiting for a build while one is building is called a cycle.
  case falseCycle = "false-cycle"
  /// A weak instance is held by the container.
  case holdsWeak = "holds-weak"
  /// A weak instance is now and then built again while the old one lives.
  case doublesWeak = "doubles-weak"
  /// A transient is handed out twice now and then.
  case sharesTransient = "shares-transient"
  /// A change works on a copy and writes it back: another change in between is lost.
  case losesChange = "loses-change"
  /// Now and then a resolve returns the instance from before the last replacement.
  case staleRead = "stale-read"
  /// An instance can be seen before its factory has made it.
  case publishesUnbuilt = "publishes-unbuilt"
  /// A caller that waits for a build gets what it made, even if it came after a replacement.
  case sharesOldBuild = "shares-old-build"
  /// A scoped value is shared by all scopes.
  case sharesScoped = "shares-scoped"
  /// A disposer is run twice.
  case disposesTwice = "disposes-twice"
  /// Some disposers are never run.
  case skipsDisposer = "skips-disposer"
  /// An override reaches the container.
  case leaksOverride = "leaks-override"
  /// An object of a graph is shared by all graphs.
  case sharesGraph = "shares-graph"
  /// Values of different arguments are taken for each other.
  case confusesArguments = "confuses-arguments"
  /// A replaced value is disposed of while scopes use it.
  case disposesInUse = "disposes-in-use"
  /// What was replaced is kept although no scope uses it.
  case keepsReplaced = "keeps-replaced"
  /// A replacement is shown before its values are built.
  case showsUnbuilt = "shows-unbuilt"
  /// An object is handed out that is not injected.
  case skipsInjection = "skips-injection"
  /// Two callers that find a shared object of a composition unbuilt both build it.
  case composesTwice = "composes-twice"
  /// An object of a composition's scope is handed out in other scopes too.
  case sharesGuest = "shares-guest"
  /// The transaction of a request that was answered is rolled back.
  case losesCommit = "loses-commit"
  /// Requests that run at the same time share a transaction.
  case sharesTransaction = "shares-transaction"
  /// What answered a request is kept when the request is over.
  case keepsHandler = "keeps-handler"

  /// The workload and the invariants that must catch it; any one of the invariants will do. Nil if no workload looks for it.
  package var verdict: (workload: any SubjectWorkload.Type, invariants: [Invariant])? {
    switch self {
    case .buildsTwice: (ColdHerd.self, [.oneBuild, .oneObject])
    case .staleAfterReplace: (Replace.self, [.freshAfterReplace])
    case .hangs: (CycleStorm.self, [.progress])
    case .leaks: (Replace.self, [.noneLeft])
    case .losesWaiter: (ColdHerd.self, [.progress])
    case .staleAfterReset: (ResetChurn.self, [.freshAfterReset])
    case .staysRegistered: (Replace.self, [.goneAfterUnregister])
    case .cachesFailure: (FailingFactories.self, [.failureNotCached])
    case .falseCycle: (CycleStorm.self, [.noFalseCycle])
    case .holdsWeak: (WeakChurn.self, [.weakNotHeld])
    case .doublesWeak: (WeakChurn.self, [.weakIdentity])
    case .sharesTransient: (HotRead.self, [.ownObject])
    case .staleRead, .sharesOldBuild: (Replace.self, [.freshAfterReplace])
    case .losesChange, .publishesUnbuilt: nil
    case .sharesScoped: (ScopeChurn.self, [.scopeApart])
    case .disposesTwice: (ScopeChurn.self, [.disposedOnce])
    case .skipsDisposer: (ShutdownRace.self, [.allDisposed])
    case .leaksOverride: (Overrides.self, [.baseUnharmed])
    case .sharesGraph: (GraphScope.self, [.graphApart])
    case .confusesArguments: (ArgumentCaches.self, [.ownArguments])
    case .disposesInUse: (ReplaceInUse.self, [.aliveInUse])
    case .keepsReplaced: (ReplaceInUse.self, [.keptInUse])
    case .showsUnbuilt: (ReplaceInUse.self, [.builtAside, .freshAfterReplace])
    case .skipsInjection: (Injectors.self, [.whollyInjected])
    case .composesTwice: (CompositionHerd.self, [.oneBuild, .oneObject])
    case .sharesGuest: (CompositionHerd.self, [.graphApart])
    case .losesCommit: (ApplicationWorkload.self, [.rightAnswer])
    case .sharesTransaction: (ApplicationWorkload.self, [.wholeTransaction])
    case .keepsHandler: (ApplicationWorkload.self, [.noneLeft])
    }
  }

  /// Whether it shows as a stall, so that a short threshold is worth it.
  var stalls: Bool {
    self == .hangs || self == .losesWaiter
  }
}

extension StressSubject {
  /// What a workload with a container of its own is to do wrong; nil but in a self-test.
  var defect: Defect? { (self as? FakeContainer<Tracked>)?.defect }
}

package import HoldfastStress

/// The ways in which a workload can be told to register the wrong thing, so that its containers seem to misbehave. The workload must catch each.
package enum Defect: String, Sendable, CaseIterable {
  /// A scoped value is shared by all scopes.
  case sharesScoped = "shares-scoped"
  /// A disposer is run twice.
  case disposesTwice = "disposes-twice"
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

  /// The workload and the invariants that must catch it; any one of the invariants will do.
  package var verdict: (workload: any ContainerWorkload.Type, invariants: [Invariant]) {
    switch self {
    case .sharesScoped: (ScopeChurn.self, [.scopeApart])
    case .disposesTwice: (ScopeChurn.self, [.disposedOnce])
    case .disposesInUse: (ReplaceInUse.self, [.aliveInUse])
    case .keepsReplaced: (ReplaceInUse.self, [.keptInUse])
    // A replacement builds what is there: of a value that was not built it does not learn that its factory throws.
    case .showsUnbuilt: (ReplaceInUse.self, [.builtAside, .freshAfterReplace, .failureTold])
    case .skipsInjection: (Injectors.self, [.whollyInjected])
    case .composesTwice: (CompositionHerd.self, [.oneBuild, .oneObject])
    case .sharesGuest: (CompositionHerd.self, [.graphApart])
    }
  }

  /// Whether it shows only at the end of a run, so that the run need not be long.
  var showsAtEnd: Bool { self == .keepsReplaced }
}

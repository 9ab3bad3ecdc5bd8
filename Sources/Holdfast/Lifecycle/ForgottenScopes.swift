import OnceKernel

/// Tells of scopes that were released without having been ended.
enum ForgottenScopes {
  /// Where scopes were opened that have been told of on standard error: each place once.
  private static let told = Guarded<Set<RegistrationSite>>([])

  /// Tells those who observe the container, or, if there are none, standard error.
  static func report(_ scope: ObservedScope, to observers: Observers) {
    if observers.isListening { return observers.tell(.scopeForgotten(scope), AnyKey(Scope.self)) }
    guard told.withLock({ $0.insert(scope.site).inserted }) else { return }
    Machine.complain("A scope that was opened at \(scope.site) was released without end(); it was ended as abandoned.")
  }
}

import OnceKernel

extension Core {
  /// The cell that keeps the instance: the registered one, or that in the table of the scope, of the graph or of the cached values.
  func instanceCell(of registration: Registration, _ registered: OnceCell?, for requester: Requester) throws(ResolutionError) -> OnceCell {
    let cell: OnceCell?
    switch registration.form {
    case .singleton, .weak, .transient: cell = registered
    case .cached: cell = cachedCell(of: registration, registered) ?? EndBlockers.remains(of: self)?.cell(for: registration)
    case .graph: cell = requester.graph?.cell(for: registration, sharedWith: requester.run?.kept)
    case .scoped, .scopedTo:
      guard let scope = requester.scope?.nearest(for: registration) else { throw outsideScope(registration, for: requester) }
      cell = try self.cell(of: registration, in: scope)
    }
    if let cell { return cell }
    if registration.form.isGraph { throw .graphEnded(registration.key) }
    if registration.isScoped { throw scopeEndedError(for: registration) }
    throw shutDownError(for: registration.key)
  }

  /// The cell in a scope; nil when the scope has ended.
  private func cell(of registration: Registration, in scope: Run.Scope) throws(ResolutionError) -> OnceCell? {
    let instances = instances(of: scope)
    if registration.isSeeded, !instances.isClosed { throw .notSeeded(registration.key, site: registration.site) }
    return self.cell(of: registration, in: instances, of: scope)
  }

  /// - Parameter instances: what the scope has here.
  private func cell(of registration: Registration, in instances: InstanceTable, of scope: Run.Scope) -> OnceCell? {
    instances.cell(for: registration) ?? EndBlockers.remains(of: scope.instances)?.cell(for: registration)
  }

  /// The cell of what lives in every scope, in one that was given nothing and lies in no other scope; nil where more has to be looked at.
  // Counts no reference but that to the cell: so most of what lives in scopes is found.
  @inline(__always)
  private func ownCell(of registered: OnceCell, for requester: Requester) -> OnceCell? {
    guard let instances = requester.scopeInstances else { return nil }
    return instances._withUnsafeGuaranteedRef { instances in  // the requester's run keeps them
      guard !instances.isSurrounded, base == nil || instances.core === self else { return nil }
      return registered.withRegistration { registration in
        guard registration.form.isOfEachScope, !registration.isSeeded else { return nil }
        return instances.cell(for: registration)
      }
    }
  }

  /// The scope in which the instance lives that the caller asks for; nil if that lives in none. It may end while the caller builds or waits.
  func scope(of registration: Registration, for requester: Requester) -> Run.Scope? {
    registration.isScoped ? requester.scope?.nearest(for: registration) : nil
  }

  /// Throws if the scope has ended while the caller built or waited: the scope disposes of the instance.
  func checkOpen(_ scope: Run.Scope?, _ registration: Registration) throws(ResolutionError) {
    if let scope, !scope.isServing, !Mutant.endedScopeHandsOut.isActive { throw scopeEndedError(for: registration) }
  }

  /// Throws if the scope that asks has ended meanwhile.
  func checkOpen(_ requester: Requester, _ registered: OnceCell) throws(ResolutionError) {
    // The requester's run keeps them.
    guard let instances = requester.scopeInstances, instances._withUnsafeGuaranteedRef(\.isClosed) else { return }
    try checkOpen(requester.scope, registered.registration)
  }

  /// Where a caller finds the instance of a registration.
  enum Found {
    /// In this cell of the scope that asks, if anywhere: it was empty just now.
    case own(OnceCell)
    /// It is there: this holds its value.
    case there(AnyObject)
    /// In this cell, which is asked on this behalf.
    case cell(OnceCell, Requester)
    /// In this cell, where a lazy reference keeps what others make for each caller.
    case kept(OnceCell)
    /// In the object graph, which may have to be opened.
    case inGraph
    /// Nowhere: it is made for each caller.
    case nowhere
    /// Under its key, as the registration was replaced after it was looked up.
    case replaced

    /// On whose behalf the cell is asked, if that is not the requester's.
    var requester: Requester? {
      if case .cell(_, let requester) = self { requester } else { nil }
    }
  }

  /// Finds the instance of a registration: what the scope was given, or what is published, or the cell to ask.
  ///
  /// - Parameter scope: nil; set to what `scope(of:for:)` answers, unless the answer is `own`, which needs no reference to it.
  // Not inlined: nested builds share the stack.
  @inline(never)
  func find<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, in scope: inout Run.Scope?, for requester: Requester
  ) throws(ResolutionError) -> Found {
    if Arguments.self == NoArguments.self, let cell = ownCell(of: registered, for: requester) {
      guard let held = cell.instance else { return .own(cell) }
      scope = requester.scope
      return .there(held)
    }
    let registration = registered.registration
    scope = self.scope(of: registration, for: requester)
    switch registration.form {
    case .transient:
      guard let kept = requester.run?.kept else { return .nowhere }
      guard let cell = kept.cell(for: registration) else { throw shutDownError(for: registration.key) }
      return .kept(cell)
    case .graph:
      if requester.graph == nil { try checkRing(registration, for: requester) }
      return .inGraph
    case .singleton, .weak, .scoped, .scopedTo, .cached: break
    }
    if let scope, let given = try seed(for: registration, in: scope, of: requester) { return given }
    let cell = try instanceCell(type, registered, with: arguments, for: requester)
    // A ready value is as good as ever, also for a task that was cancelled.
    if let held = published(registration, cell) { return .there(held) }
    return isReplaced(registration) ? .replaced : .cell(cell, requester)
  }

  /// What a scope, or one around it, was given in the place of an instance of `registration`.
  private func seed(for registration: Registration, in scope: Run.Scope, of requester: Requester) throws(ResolutionError) -> Found? {
    guard let (seed, giving) = scope.seed(for: registration) else { return nil }
    if scope.isServing {
      guard let decorated = seed.decorated else { return .there(seed.instance) }
      // What decorates it lives as long as the scope that was given it.
      if let giving, let cell = cell(of: decorated, in: instances(of: giving), of: giving) {
        return .cell(cell, requester.with(scope: giving, in: self))
      }
    }
    throw scopeEndedError(for: registration)
  }

  /// Whether a cached registration was replaced or removed since it was looked up. If so, the caller looks the key up again: its value may have been
  /// reset, and would be built twice.
  func isReplaced(_ registration: Registration) -> Bool {
    guard registration.isCached else { return false }
    return cell(for: registration.key)?.registration !== registration
  }

  /// The cell among the cached values. If the registration was replaced after the caller found it: the caller's own cell.
  private func cachedCell(of registration: Registration, _ registered: OnceCell?) -> OnceCell? {
    if let staging, let base, let registered, let known = base.cachedIfAny.existing?.existingCell(for: registration),
      staging.takes(base.ownCell(for: registration.key) ?? registered, from: base)
    {
      return known
    }
    let cell = cached.cell(for: registration)
    // A reset of everything retires the cell too, and leaves the registration.
    guard let registered, registered.isRetired, isReplaced(registration) else { return cell }
    counted { discard(takeOutCached { $0.registration === registration }) }
    return registered
  }
}

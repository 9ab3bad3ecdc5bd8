import OnceKernel

extension Core {
  /// What a caller of `recipe` is told when its factory, or the build it joined, threw `error`.
  @usableFromInline @inline(never)
  func failure(_ error: any Error, of recipe: Registration) -> ResolutionError {
    guard let error = error as? ResolutionError else { return .factoryFailed(recipe.key, error, site: recipe.site) }
    // What the registration says of itself needs no further step.
    if error.path == [recipe.key], Self.ownCodes.contains(error.code) { return error }
    return error.asked(by: recipe).needed(by: recipe.key, at: recipe.site)
  }

  private static let ownCodes: Set<ResolutionError.Code> = [
    .instanceDied, .wrongType, .forgottenArguments, .asyncOnly, .mainActorOnly, .shutdownInFactory, .replacedInFactory,
  ]

  /// What a caller that waited for a build of `recipe` is told: that build's own error, which names the key already.
  func joined(_ error: any Error, _ recipe: Registration) -> ResolutionError {
    if let error = error as? ResolutionError, error.path.first == recipe.key { return error }
    return failure(error, of: recipe)
  }

  /// The error for a run that failed with another build and then asks for `recipe`: its own error.
  func own(_ error: any Error, _ recipe: Registration) -> ResolutionError {
    error as? ResolutionError ?? failure(error, of: recipe)
  }

  func cycle(_ builds: [Attempt], _ recipe: Registration) -> ResolutionError {
    // A build with a running injector asks for the next one in it. Without one, what the last constructor takes could be set afterwards.
    let asking = builds.firstIndex { $0.isBeingInjected } ?? builds.count - 1
    let registrations = builds.map(\.registration)
    return .cycle(
      registrations.keys, asking: asking, site: recipe.site, sites: registrations.map(\.site),
      isOfForwards: registrations.allSatisfy(\.isForward))
  }

  /// - Parameter record: the calling thread's.
  @inline(__always)
  func checkDepth(_ depth: Int, _ recipe: Registration, on record: UnsafeMutablePointer<ThreadRecord>) throws(ResolutionError) {
    if depth > Requester.depthLimit { throw .tooDeep(recipe.key, depth: depth, site: recipe.site) }
    if Stack.isNearlyExhausted(record) { throw .tooDeep(recipe.key, depth: nil, site: recipe.site) }
  }

  /// The error for a request after the end of the container or of the overrides in front of it, or in overrides that could not be applied.
  @inline(never)  // for size: called from many places
  func shutDownError(for key: AnyKey) -> ResolutionError {
    if let failure = link?.failure { return failure }
    let site = registry.enter { $0.end.shutDownBy }
    if !isContainer, let site { return told(.overridesEnded(key, from: site)) }
    return told(.shutDown(key, by: site))
  }

  /// The error for a request after the end of the scope that its value lives in.
  func scopeEndedError(for registration: Registration) -> ResolutionError { told(.scopeEnded(registration.key, site: registration.site)) }

  /// The error of what came too late, with a remedy for its caller.
  private func told(_ error: ResolutionError) -> ResolutionError {
    EndBlockers.current?.isRunning == true ? error.saying(ResolutionError.remedyForDisposers) : error
  }

  /// The error for a key that is not registered, which names the registrations that come nearest when it is read.
  func notRegistered(_ key: AnyKey) -> ResolutionError {
    // A shutdown removes the registrations. A late caller is told of the shutdown, not that nothing was registered.
    if let ended = refusing({ _ in true }) { return ended.shutDownError(for: key) }
    return ResolutionError(.notRegistered, key) { [weak self, weak container] in
      // A layer may have ended with its operation; what it is in front of goes on. Where both have ended, their registrations are removed.
      let core = [self, container].lazy.compactMap(\.self).first { $0.refusing { _ in true } == nil }
      return core?.wordsForMissing(key) ?? ResolutionError.wordsForMissing(key, isReleased: true)
    }
  }

  private func wordsForMissing(_ key: AnyKey) -> ResolutionError.Words {
    // What stands here is nearer than what stands in a parent, and hides it.
    var known: Set<AnyKey> = []
    let all = ([self] + above.reversed()).flatMap(\.registrations).filter { known.insert($0.key).inserted }
    if all.contains(where: { $0.key.type == key.type && $0.key.isContribution && $0.key.isMember(ofCollection: key.name) }) {
      return ResolutionError.wordsForContributed(key)
    }
    // A contribution has no name that code could write.
    let registrations = all.filter { !$0.key.isContribution }
    let forward = NearMiss.conforming(to: key, among: registrations).map { "forward(\(key.call), to: \($0.call)) { $0 }" }
    return ResolutionError.wordsForMissing(
      key, nearest: NearMiss.of(key, among: registrations), forward: forward, inChild: container.siteInChild(of: key))
  }

  /// Where one of the containers that ask this one, directly or not, has registered a key.
  private func siteInChild(of key: AnyKey) -> SourceSite? {
    for child in Core.alive(withRelatives { $0.children.all } ?? []) {
      if let site = child.registration(for: key)?.site ?? child.siteInChild(of: key) { return site }
    }
    return nil
  }

  /// The error for a key that lives in a scope, or in one of a kind, and was asked for where no such scope is open around the one that asks.
  func outsideScope(_ registration: Registration, for requester: Requester) -> ResolutionError {
    let (key, site, kind) = (registration.key, registration.site, registration.scopeKind)
    if let scope = requester.scope, scope.isInsideEnded(for: registration) { return scopeEndedError(for: registration) }
    let isOpen = Current.openScopes.contains {
      $0.core.container === container && $0.nearest(for: registration) != nil
    }
    if let holder = requester.attempt?.registration, holder.outlives(registration, openedHere: isOpen) {
      return .outsideScope(key, of: kind, heldBy: holder, site: site)
    }
    guard isOpen else { return .outsideScope(key, of: kind, askedOf: requester.scope, site: site) }
    return .askedElsewhere(key, of: kind, isOfScope: requester.scope != nil, site: site)
  }
}

extension Registration {
  /// The kind of the scopes that its instances live in, if they live in scopes of a kind.
  var scopeKind: ScopeKind? { lifetime.scopeKind }

  /// Whether its instances live longer than the scopes in which those of `other` live.
  ///
  /// - Parameter isOpen: whether such a scope is open where a factory of this one runs, which then is not inside it.
  fileprivate func outlives(_ other: Registration, openedHere isOpen: Bool) -> Bool {
    guard let reach = lifetime.reach else { return false }
    return switch reach {
    case .allScopes: true
    case .scopes: isOpen || reach.outlives(other.lifetime)
    }
  }
}

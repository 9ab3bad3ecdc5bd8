/// A registration whose factory runs on the main actor: at once for who is there already, with `await` for everybody else.
final class MainActorRecipe<Value: Sendable>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  typealias MakeOnMain = @MainActor @Sendable (Resolution) throws -> Value

  let makeOnMain: MakeOnMain

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: Dispose? = nil, makeOnMain: @escaping MakeOnMain) {
    self.makeOnMain = makeOnMain
    super.init(key, lifetime, site, dispose: dispose) { resolution in
      guard MainThread.isCurrent else { throw ResolutionError.mainActorOnly(key, site: site) }
      let (core, requester) = (resolution.core, resolution.requester)
      return try MainActor.assumeIsolated { try makeOnMain(Resolution(core: core, requester: requester)) }
    }
  }

  override var isAsynchronous: Bool { true }
  override var runsOnMainActor: Bool { true }
}

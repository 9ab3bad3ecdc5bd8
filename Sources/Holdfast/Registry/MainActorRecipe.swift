/// A registration whose factory runs on the main actor: at once for who is there already, with `await` for everybody else.
final class MainActorRecipe<Value: Sendable>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  typealias MakeOnMain = @MainActor @Sendable (Resolution) throws -> Value

  let makeOnMain: MakeOnMain
  private let disposer: Dispose?

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: Dispose? = nil, makeOnMain: @escaping MakeOnMain) {
    self.makeOnMain = makeOnMain
    disposer = dispose
    super.init(key, lifetime, site) { resolution in
      guard MainThread.isCurrent else { throw ResolutionError.mainActorOnly(key, lifetime, site: site) }
      let (context, depth) = (resolution.context, resolution.depth)
      return try MainActor.assumeIsolated { try makeOnMain(Resolution(context: context, depth: depth)) }
    }
  }

  override var isAsynchronous: Bool { true }

  override func disposes(_ instance: AnyObject) -> Bool { disposer != nil || super.disposes(instance) }

  override func dispose(_ instance: AnyObject) async throws {
    guard let disposer else { return try await super.dispose(instance) }
    if let value = unbox(instance) { try await disposer(value) }
  }

  override var runsOnMainActor: Bool { true }
}

/// A registration whose factory runs in a task of its own.
final class AsyncRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  typealias MakeAsync = @Sendable (Resolution) async throws -> Value

  let makeAsync: MakeAsync
  private let disposer: Dispose?
  private let needs: [DeclaredDependency]?

  init(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: Dispose? = nil, dependencies: [DeclaredDependency]? = nil,
    makeAsync: @escaping MakeAsync
  ) {
    self.makeAsync = makeAsync
    disposer = dispose
    needs = dependencies
    super.init(key, lifetime, site) { _ in throw ResolutionError.asyncOnly(key, lifetime, site: site) }
  }

  override var isAsynchronous: Bool { true }
  override var isTaskBound: Bool { true }
  override var dependencies: [DeclaredDependency]? { needs }

  override func disposes(_ instance: AnyObject) -> Bool { disposer != nil || super.disposes(instance) }

  override func dispose(_ instance: AnyObject) async throws {
    guard let disposer else { return try await super.dispose(instance) }
    if let value = unbox(instance) { try await disposer(value) }
  }
}

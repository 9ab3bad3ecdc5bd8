/// A registration whose factory runs in a task of its own.
final class AsyncRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  typealias MakeAsync = @Sendable (Resolution) async throws -> sending Value

  let makeAsync: MakeAsync

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: Dispose? = nil, makeAsync: @escaping MakeAsync) {
    self.makeAsync = makeAsync
    super.init(key, lifetime, site, dispose: dispose) { _ in throw ResolutionError.asyncOnly(key, site: site) }
  }

  override var isAsynchronous: Bool { true }
}

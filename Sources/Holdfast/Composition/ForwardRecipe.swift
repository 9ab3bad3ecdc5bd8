import OnceKernel

/// A registration that makes nothing itself: it hands out what another one does, to which nothing is done again.
final class ForwardRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  typealias MakeInTask = nonisolated(nonsending) @Sendable (Resolution) async throws -> Value

  /// As `make`, but waits for a target that is built asynchronously.
  let makeInTask: MakeInTask
  /// The target; nil when it is chosen at each resolve, among the named registrations of the type.
  private let target: AnyKey?

  init(_ key: AnyKey, _ site: RegistrationSite, to target: AnyKey?, make: @escaping Make, inTask makeInTask: @escaping MakeInTask) {
    self.makeInTask = makeInTask
    self.target = target
    super.init(key, .transient, site, make: make)
  }

  override var isForward: Bool { true }

  override var extendedBy: AnyKey? { nil }

  override var choosesName: Bool { target == nil }

  override var dependencies: [DeclaredDependency]? { target.map { [DeclaredDependency($0)] } }

  /// Never made on the fast path, where a task does not wait.
  override func makeCell(isPlain: Bool) -> OnceCell { OnceCell(.guarded, subject: self) }
}

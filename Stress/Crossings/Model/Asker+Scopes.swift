import Holdfast

extension Asker {
  /// A scope inside the one that is asked, or in the container; nil where none can be opened.
  func openScope(_ kind: ScopeKind? = nil, seeds: [Seed] = []) throws -> Scope? {
    switch self {
    case .container(let container): try container.openScope(kind, seeds: seeds)
    case .scope(let scope): try scope.openScope(kind, seeds: seeds)
    case .run, .concurrent, .other, .runTimeKey: nil
    }
  }

  /// Runs `body` in a scope of its own; answers false where none can be opened.
  func withScope(_ body: (Scope) throws -> Void) throws -> Bool {
    switch self {
    case .container(let container): try container.withScope { try body($0) }
    case .scope(let scope): try scope.withScope { try body($0) }
    case .run, .concurrent, .other, .runTimeKey: return false
    }
    return true
  }

  nonisolated(nonsending) func withScope(_ body: nonisolated(nonsending) (Scope) async throws -> Void) async throws -> Bool {
    switch self {
    case .container(let container): try await container.withScope { scope in try await body(scope) }
    case .scope(let scope): try await scope.withScope { scope in try await body(scope) }
    case .run, .concurrent, .other, .runTimeKey: return false
    }
    return true
  }
}

/// How the values of a type are made, where they live, and what is done at their end.
package struct RecordedRecipe: Sendable {
  package enum Make: Sendable {
    case sync(@Sendable (RecordedResolver) throws -> AnyHeld)
    case async(@Sendable (RecordedResolver) async throws -> AnyHeld)
  }

  let type: Any.Type
  let kind: RecordedScope.Kind
  let make: Make
  let dispose: (@Sendable (AnyHeld, Outcome) async throws -> Void)?

  package init(
    type: Any.Type, kind: RecordedScope.Kind, make: Make, dispose: (@Sendable (AnyHeld, Outcome) async throws -> Void)? = nil
  ) {
    (self.type, self.kind, self.make, self.dispose) = (type, kind, make, dispose)
  }
}

/// Who asks for a value: a scope, on behalf of a build if a factory asks.
package struct RecordedResolver: Sendable {
  let scope: RecordedScope
  let build: RecordedBuild?

  package init(scope: RecordedScope, build: RecordedBuild?) { (self.scope, self.build) = (scope, build) }

  package func resolveNow<T: Sendable>(_ type: T.Type = T.self) throws -> T { Self.value(try scope.held(type, for: build)) }

  package func resolve<T: Sendable>(_ type: T.Type = T.self) async throws -> T { Self.value(try await scope.held(type, for: build)) }

  private static func value<T: Sendable>(_ held: AnyHeld) -> T { unsafeDowncast(held, to: Held<T>.self).value }  // stored under T
}

/// A scope by hand that keeps the records which a container's promises need: the least that a request costs with them.
///
/// Values are found by type. Each is made once in its scope, with no lock held, while other threads and tasks wait. It is known which build asked
/// for which and which one waits for which, so that a cycle is an error with its path; and which builds are in flight, since when. Values are
/// disposed of in reverse order of creation. What it has not: changes of what is registered, overrides, weak values, decorators, injectors, early
/// references, observers, builds that stop when no caller waits any more, an end while values are being made, several waits of one factory at a time,
/// and knowing a factory's request by code that captured the scope.
package final class RecordedScope: Sendable {
  package enum Kind: Sendable { case server, connection, request }

  struct NotRegistered: Error { let type: Any.Type }

  private struct State {
    var cells: [ObjectIdentifier: RecordedBuild.Cell] = [:]
    var isOver = false
  }

  private enum Place {
    case seed(AnyHeld)
    case cell(RecordedBuild.Cell, RecordedScope)
  }

  private let kind: Kind
  private let outer: RecordedScope?
  private let recipes: [ObjectIdentifier: RecordedRecipe]
  private let seeds: [ObjectIdentifier: AnyHeld]
  private let scopes: Census
  private let state = Locked(State())

  package init(_ recipes: [RecordedRecipe], seeds: [ObjectIdentifier: AnyHeld], counting scopes: Census) {
    (kind, outer, self.seeds, self.scopes) = (.server, nil, seeds, scopes)
    self.recipes = Dictionary(uniqueKeysWithValues: recipes.map { (ObjectIdentifier($0.type), $0) })
  }

  private init(_ kind: Kind, inside outer: RecordedScope, seeds: [ObjectIdentifier: AnyHeld]) {
    (self.kind, self.outer, recipes, self.seeds, scopes) = (kind, outer, outer.recipes, seeds, outer.scopes)
    scopes.wasBorn()
  }

  package func open(_ kind: Kind, seeds: [ObjectIdentifier: AnyHeld] = [:]) -> RecordedScope {
    RecordedScope(kind, inside: self, seeds: seeds)
  }

  // MARK: Its values

  func held<T: Sendable>(_ type: T.Type, for build: RecordedBuild?) throws -> AnyHeld {
    switch try place(type) {
    case .seed(let held): return held
    case .cell(let cell, let home):
      switch try RecordedBuild.step(at: cell, for: build) {
      case .take(let held): return held
      case .wait(let other): return try other.result(for: build)
      case .build(let own): return try home.run(own)
      }
    }
  }

  func held<T: Sendable>(_ type: T.Type, for build: RecordedBuild?) async throws -> AnyHeld {
    switch try place(type) {
    case .seed(let held): return held
    case .cell(let cell, let home):
      switch try RecordedBuild.step(at: cell, for: build) {
      case .take(let held): return held
      case .wait(let other): return try await other.result(for: build)
      case .build(let own):
        guard case .async(let make) = cell.recipe.make else { return try home.run(own) }
        Task { try? await home.run(own, make) }
        return try await own.result(for: build)
      }
    }
  }

  private func run(_ build: RecordedBuild) throws -> AnyHeld {
    return try build.end(
      Result {
        guard case .sync(let make) = build.cell.recipe.make else { throw NotRegistered(type: build.cell.recipe.type) }
        return try make(RecordedResolver(scope: self, build: build))
      })
  }

  private func run(
    _ build: RecordedBuild, _ make: @Sendable (RecordedResolver) async throws -> AnyHeld
  ) async throws {
    let result: Result<AnyHeld, any Error>
    do { result = .success(try await make(RecordedResolver(scope: self, build: build))) } catch { result = .failure(error) }
    _ = try build.end(result)
  }

  /// The seed of a type, or the cell of its value and the scope that the value lives in.
  private func place(_ type: Any.Type) throws -> Place {
    let key = ObjectIdentifier(type)
    var next: RecordedScope? = self
    while let scope = next {
      if let seed = scope.seeds[key] { return .seed(seed) }
      next = scope.outer
    }
    guard let recipe = recipes[key] else { throw NotRegistered(type: type) }
    next = self
    while let scope = next, scope.kind != recipe.kind { next = scope.outer }
    guard let home = next else { throw NotRegistered(type: type) }
    return .cell(try home.cell(key, recipe), home)
  }

  private func cell(_ key: ObjectIdentifier, _ recipe: RecordedRecipe) throws -> RecordedBuild.Cell {
    try state.withLock { state in
      if state.isOver { throw HandmadeEnd.ScopeHasEnded() }
      if let cell = state.cells[key] { return cell }
      let cell = RecordedBuild.Cell(recipe)
      state.cells[key] = cell
      return cell
    }
  }

  // MARK: Its end

  /// Disposes of its values, the last one first, in a task that the caller's cancellation does not reach.
  package func end(_ outcome: Outcome) async {
    guard var cells = takeCells() else { return }
    let wanting = cells.filter { $0.recipe.dispose != nil }
    if !wanting.isEmpty {
      await Task { [wanting = consume wanting] in
        for cell in wanting.reversed() { if let value = cell.value { try? await cell.recipe.dispose?(value, outcome) } }
      }.value
    }
    while let cell = cells.popLast() { withExtendedLifetime(cell) {} }
    if kind != .server { scopes.isGone() }
  }
  /// The cells that have a value, in order of creation; nil if it has ended before.
  private func takeCells() -> [RecordedBuild.Cell]? {
    let taken: [RecordedBuild.Cell]? = state.withLock { state in
      if state.isOver { return nil }
      state.isOver = true
      defer { state.cells = [:] }
      return Array(state.cells.values)
    }
    return taken.map { RecordedBuild.inOrder($0) }
  }
}

import Holdfast

extension Scene {
  /// Replaces the thing that the events are about with its next generation, and notes what callers get from here on.
  ///
  /// - Parameters:
  ///   - rebuildsDependents: whether what was made from it is built anew.
  ///   - change: hands a batch to `register`, and the container is changed when it returns.
  nonisolated(nonsending) func replaceTarget(
    rebuildsDependents: Bool,
    _ change: nonisolated(nonsending) (Container, _ register: @escaping @Sendable (Batch) -> Void) async throws -> Void
  ) async throws {
    let container = try container
    let role = needs[target].role
    let generation = edit { state in
      state.generations[role] += 1
      state.replacing += 1
      if state.replacing > 1 { state.replacementsOverlap = true }
      return state.generations[role]
    }
    defer {
      edit { state in
        state.replacing -= 1
        if state.replacing == 0 { state.replacementsOverlap = false }
      }
    }
    try await change(container) { batch in
      Recorder.hand(to: batch) { self.install(self.target, in: $0, generation: generation) }
    }
    let now = book.tick()
    edit { state in
      if !state.replacementsOverlap { state.replaced[role] = (generation, now) }
      state.unregistered.remove(role)
      state.model.registered(role)
      if !rebuildsDependents { return }
      // What is made from arguments stays as it is.
      if !needs[..<target].contains(where: \.access.takesArguments) { state.rebuilt[role] = generation }
      for dependent in needs[..<target] { state.model.mayBeNew(dependent.role) }
    }
  }
}

import OnceKernel

extension Core {
  /// Runs `body` inside an object graph: the one that is open already, else one of its own, which ends when `body` returns or throws.
  func inGraph<Value>(
    _ requester: Requester, _ body: (Requester) throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    if requester.graph != nil {
      do throws(ResolutionError) {
        return try body(requester)
      } catch {
        // The graph ended under a resolver that was kept longer: what it asks for now has a graph of its own.
        if error.code != .graphEnded { throw error }
      }
    }
    let graph = InstanceTable()
    defer { release(graph.end()) }
    return try body(requester.with(graph: graph, in: self))
  }

  nonisolated(nonsending) func inGraph<Value>(
    _ requester: Requester, _ body: nonisolated(nonsending) (Requester) async throws(ResolutionError) -> Value
  ) async throws(ResolutionError) -> Value {
    if requester.graph != nil {
      do throws(ResolutionError) {
        return try await body(requester)
      } catch {
        if error.code != .graphEnded { throw error }  // the graph ended under a resolver that was kept longer
      }
    }
    let graph = InstanceTable()
    defer { release(graph.end()) }
    return try await body(requester.with(graph: graph, in: self))
  }

  /// True when a transient may come to need an object graph: then even the outermost one opens it, so that all of its parts share it.
  var usesGraphs: Bool {
    registry.features.loadAcquiring() & (Features.graphs | Features.parent) != 0 || base?.usesGraphs == true
  }
}

public import OnceKernel

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
    if let requester = requester.inGraphOnRecord(of: self) { return try body(requester) }
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

  /// Whether what is asked for here may be an object of a graph, or need one.
  var usesGraphs: Bool {
    registry.features.loadAcquiring() & (Features.graphs | Features.parent) != 0 || base?.usesGraphs == true
  }

  /// Ends the graph of transients that are made in passing, once the outermost of them has been made.
  ///
  /// - Parameter record: the calling thread's, on which there is such a graph.
  @usableFromInline @inline(never)
  static func leaveGraph(on record: UnsafeMutablePointer<ThreadRecord>) {
    guard record.pointee.context == nil, let shared = record.pointee.shared else { return }
    record.pointee.shared = nil
    let run = unsafeDowncast(shared.takeRetainedValue(), to: Run.self)  // `inGraphOnRecord` put it there
    if let graph = run.graph { run.core.release(graph.end()) }
  }
}

// Transients that are made in passing are handed the run of their caller, which knows of no graph: opening one would take longer than most of them. So
// the first request inside one that needs a graph opens it, and the thread's record keeps it until the outermost one has been made. All requests of
// that run inside them find it there.
//
//    Container.resolve(T) ─► T, in passing ─► U, in passing ─► A, an object of the graph: opened here
//                                         └─► A: the same one
extension Run {
  /// The run that was handed to the innermost code on this thread, if that is the code of a transient which is made in passing.
  ///
  /// - Parameter record: the calling thread's.
  static func inPassing(on record: UnsafeMutablePointer<ThreadRecord>) -> Run? {
    CurrentBuild.inPassing(on: record).map { unsafeDowncast($0, to: Run.self) }  // only runs are kept there
  }

  /// Whether its code has an object graph, or opens one when it needs it.
  ///
  /// - Parameter record: the calling thread's.
  func mayHaveGraph(on record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    graph != nil || Run.inPassing(on: record).map(\.core.usesGraphs) == true
  }
}

extension Requester {
  /// The requester with the graph of the transients that are made in passing on this thread; itself, where it has a graph, is none of theirs, or may
  /// come to need no graph.
  func inGraph(of core: Core) -> Requester { inGraphOnRecord(of: core) ?? self }

  fileprivate func inGraphOnRecord(of core: Core) -> Requester? {
    let record = core.thread
    // At depth 0 it is a container, not the code, that asks.
    guard depth > 0, core.usesGraphs, graph == nil, let run, run === Run.inPassing(on: record) else { return nil }
    if Mutant.graphsOpenAnew.isActive, record.pointee.shared != nil { return with(graph: InstanceTable(), in: core) }
    if let shared = record.pointee.shared {
      let run = unsafeDowncast(shared.takeUnretainedValue(), to: Run.self)  // put there below; kept by the record
      return Requester(run: run, depth: depth).resolution(in: core).requester
    }
    let opened = with(graph: InstanceTable(), in: core)
    record.pointee.shared = opened.run.map { .passRetained($0) }  // balanced by `Core.leaveGraph`
    return opened
  }
}

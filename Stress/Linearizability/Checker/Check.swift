/// Checks a short history that is at hand as a list; recorded ones go to `KeyChecker` as they are.
public enum Check {
  /// The first operation on `key` that cannot be explained; nil if all can.
  ///
  /// - Parameter events: in any order; the operations of one thread must not overlap.
  public static func failure(of key: Int32, in events: [Event]) -> Failure? {
    let threads = Set(events.map(\.thread)).sorted()
    let lanes = threads.map { thread in
      events.filter { $0.thread == thread }.map(\.operation).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }
    return withBuffers(lanes[...]) { buffers in
      KeyChecker(key: key, lanes: buffers).run().map { Failure(rule: $0.rule, thread: threads[$0.thread], operation: $0.operation) }
    }
  }

  private static func withBuffers<Result>(_ lanes: ArraySlice<[Operation]>, _ body: ([Lane]) -> Result) -> Result {
    guard let first = lanes.first else { return body([]) }
    return first.withUnsafeBufferPointer { buffer in
      withBuffers(lanes.dropFirst()) { body([buffer] + $0) }
    }
  }
}

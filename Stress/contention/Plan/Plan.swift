/// What one run measures, and for how long.
struct Plan: Sendable {
  var cases: [CaseID]
  var subjects: [SubjectID]
  var quick: Bool
  var cores: Int

  /// Samples per row; odd, so that the median is one of them.
  var repeats: Int { quick ? 9 : 15 }

  /// The length one sample is calibrated to, in nanoseconds; longer with several threads, which start and end a little apart.
  func sampleNanoseconds(_ family: Family) -> Double {
    switch family {
    case .scaling, .mixed: quick ? 12e6 : 24e6
    default: quick ? 4e6 : 16e6
    }
  }

  /// 1, 2, 4 … up to four times the cores; one and two only in a quick run.
  var threadCounts: [Int] {
    quick ? [1, 2] : Array(sequence(first: 1) { $0 * 2 <= max(2, 4 * cores) ? $0 * 2 : nil })
  }

  /// The rows of one family, in the order in which they are measured.
  func points(of family: Family) -> [Point] {
    let chosen = cases.filter { $0.family == family }
    return chosen.flatMap { id in
      settings(of: id).flatMap { setting in subjects.map { setting.with($0) } }
    }
    .filter { Roster.subject($0.subject).supports($0) && !isSkipped($0) }
  }

  /// A quick run shows one hand-written registry next to Holdfast where a sample takes a fifth of a second.
  private func isSkipped(_ point: Point) -> Bool {
    quick && point.case == .hitDuringBuild && point.subject.isHandWritten && point.subject != .lockDictionary
  }

  /// The settings of a case, for any subject.
  private func settings(of id: CaseID) -> [Point] {
    let any = SubjectID.staticLet
    switch id {
    case .singletonProtocol1k, .register, .registerBatch, .registerWired, .firstResolve, .warmUp: return [Point(any, id, keys: 1_000)]
    case .singletonProtocol100k: return [Point(any, id, keys: 100_000)]
    case .same, .scopes: return threadCounts.map { Point(any, id, threads: $0) }
    case .distinct: return threadCounts.map { Point(any, id, threads: $0, keys: $0) }
    case .mixed, .mixedBuilt: return mixedSettings(of: id)
    case .asyncHit: return [Point(any, id, threads: 1), Point(any, id, threads: 64)]
    case .actorHit: return [Point(any, id, threads: 64)]
    case .hitDuringBuild: return [Point(any, id, threads: 2, keys: 2)]
    case .replacedAmongReaders: return [Point(any, id, threads: SpinningReaders.count)]
    default: return [Point(any, id)]
    }
  }

  /// Replacing alone, and among reads; in a full run on few keys and many too, and with more threads than cores.
  private func mixedSettings(of id: CaseID) -> [Point] {
    let threads = quick ? [2] : [2, 4 * cores]
    let keys = quick ? [64] : [1, 64, 1_024]
    let shares = id == .mixed ? [100, 99, 90, 50] : [90, 50]
    let alone = Point(.staticLet, id, keys: 64, readShare: 0)
    return [alone]
      + threads.flatMap { threads in
        keys.flatMap { keys in
          shares.map { Point(.staticLet, id, threads: threads, keys: keys, readShare: $0) }
        }
      }
  }
}

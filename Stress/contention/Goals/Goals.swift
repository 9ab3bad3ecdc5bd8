import HoldfastStress

/// The goals, as medians of one run on two cores.
enum Goals {
  static let all: [Goal] =
    hits + states + lives + compositions + constructions + registrations + scaling + writing + tasks + waiting + growth

  private static let hits: [Goal] = [
    .ratio("hot singleton by protocol, open", .holdfastOpen, .singletonProtocol, atMost: 1.7),
    .ratio("hot singleton by protocol, sealed", .holdfastSealed, .singletonProtocol, atMost: 1.12),
    .ratio("Provider call, sealed", .holdfastProvider, .singletonProtocol, atMost: 1.2),
    .ratio("named, typed constant", .holdfastOpen, .namedTyped, atMost: 2.3),
    .ratio("named, literal", .holdfastOpen, .namedLiteral, atMost: 2.3),
    .ratio("scoped hit", .holdfastOpen, .scoped, atMost: 1.8),
    .ratio("any hit under an override layer", .holdfastOpen, .layered, atMost: 2.2),
    cells("hot singleton by protocol, sealed", .holdfastSealed, .singletonProtocol),
    cells("scoped hit", .holdfastOpen, .scoped),
    cells("any hit under an override layer", .holdfastOpen, .layered),
    others("100,000 other registrations, open : without", .holdfastOpen),
    others("100,000 other registrations, sealed : without", .holdfastSealed),
  ]

  /// Each beside the plainest that is written by hand for it, or beside what it should cost as much as.
  private static let states: [Goal] = [
    .ratio("cached value : a lock and a dictionary", .holdfastOpen, .cached, atMost: 0.9),
    .ratio("watched object : a lock and a weak variable", .holdfastOpen, .weak, atMost: 1.5),
    .ratio("kept by argument : a lock and a dictionary", .holdfastOpen, .byArgument, atMost: 2),
    state("lazy reference : a Provider's call", .lazy, atMost: 1.1, beside: .lazy, of: .holdfastProvider),
    state("definition : resolve", .definition, atMost: 1.1, beside: .singletonConcrete),
    state("Optional of a registered type : resolve", .optional, atMost: 1.1, beside: .singletonConcrete),
    timed("resolveIfRegistered of what is missing", .missing, atMost: 100, byHand: .staticLet),
    timed("resolveAll of ten", .all10, atMost: 600, byHand: .staticLet),
    state("transient beside a graph registration : without", .besideGraph, atMost: 1.1, beside: .transient),
    timed("scope with one value", .scopeWithValue, atMost: 900, byHand: .openCells),
  ]

  /// Measured when asked for: they are no rows of the table.
  private static let lives: [Goal] = [
    Goal("empty scope opened and closed", .atMost(400), "ns", cases: [.scoped], byHand: { _ in EmptyLives.scopeByHand }) { _ in
      EmptyLives.scope
    },
    Goal("empty scope opened and closed, asynchronous operation", .atMost(2_000), "ns", cases: [.scoped]) { _ in
      EmptyLives.scopeInTask
    },
    Goal("empty container made and released", .atMost(1_200), "ns", cases: [.scoped], byHand: { _ in EmptyLives.containerByHand }) { _ in
      EmptyLives.container
    },
    Goal("empty container, memory", .atMost(1_024), "bytes", cases: [.scoped], byHand: { _ in EmptyLives.containerBytesByHand }) { _ in
      EmptyLives.containerBytes
    },
  ]

  /// A property of a composition beside `resolve` of the same value. Rows of the table compare it with `resolve` of a value that has no name, whose
  /// key is found in fewer steps. A composition that is sealed is read as one that is open, so that its objects end with it.
  private static let compositions: [Goal] = [
    measured("hit of the same value, open", atMost: 1) { ComposedHits.sameValue(sealed: false) },
    measured("hit of the same value, sealed", atMost: 1) { ComposedHits.sameValue(sealed: true) },
    measured("hit of the same value, 2 threads, open", atMost: 1) { ComposedHits.sameValue(threads: 2, sealed: false) },
    measured("hit of the same value, 2 threads, sealed", atMost: 1) { ComposedHits.sameValue(threads: 2, sealed: true) },
    composed("transient", .transient, atMost: 1.15),
    measured("transient with one need, open", atMost: 1.15) { ComposedHits.oneNeed(sealed: false) },
    measured("transient with one need, sealed", atMost: 1.15) { ComposedHits.oneNeed(sealed: true) },
    Goal("eight objects composed", .atMost(12), "µs", cases: [.singletonProtocol], byHand: { _ in Composing.byHand }) { _ in Composing.eight
    },
  ]

  private static let constructions: [Goal] = [
    .ratio("transient without dependencies", .holdfastOpen, .transient, atMost: 1.3),
    .ratio("graph of seven, open", .holdfastOpen, .graph, atMost: 1.45),
    .ratio("graph of seven, sealed", .holdfastSealed, .graph, atMost: 1.15),
    .ratio("two run-time arguments", .holdfastOpen, .arguments2, atMost: 1.3),
  ]

  private static let registrations: [Goal] = [
    thousandKeys("register one by one", .register, atMost: 350) { $0.nanoseconds },
    thousandKeys("register in one batch", .registerBatch, atMost: 200) { $0.nanoseconds },
    thousandKeys("first resolve beyond the factory", .firstResolve, atMost: 300, beyondStaticLet: true) { $0.nanoseconds },
    thousandKeys("memory, built, beyond factory and object", .firstResolve, "bytes", atMost: 200) { $0.bytesPerKey },
    records("register one by one", .register),
    records("register in one batch", .registerBatch),
    records("first resolve", .firstResolve),
  ]

  private static let scaling: [Goal] = [
    distinct("distinct singletons, 2 threads : 1, sealed", .holdfastSealed, 0.97),
    distinct("distinct singletons, 2 threads : 1, open", .holdfastOpen, 0.94),
    same("same singleton, 2 threads, sealed", .holdfastSealed, 0.9),
    same("same singleton, 2 threads, open", .holdfastOpen, 0.6),
    Goal("a Provider from an array of 64 : the container's own hit", .atMost(1), cases: [.mixed]) { results in
      func time(_ subject: SubjectID) -> Double? { results.row(subject, .mixed, threads: 2, keys: 64)?.nanoseconds }
      return time(.holdfastProvider).flatMap { own in time(.holdfastSealed).map { own / $0 } }
    },
  ]

  /// On 64 keys and two threads, as throughput over that of the best hand-written registry.
  private static let writing: [Goal] = [
    byHand("1 in 100 replaced", .mixed, readShare: 99, 3),
    byHand("1 in 10 replaced by a value", .mixed, readShare: 90, 1.5),
    byHand("1 in 2 replaced by a value", .mixed, readShare: 50, 0.7),
    byHand("1 in 10 replaced by a factory, built at once", .mixedBuilt, readShare: 90, 1.5),
    byHand("1 in 2 replaced by a factory, built at once", .mixedBuilt, readShare: 50, 0.7),
    amongReaders("mean") { $0.nanoseconds },
    amongReaders("worst") { $0.latency { Double($0.disturbed.max) } },
  ]

  private static let tasks: [Goal] = [
    awaited("open", .holdfastOpen),
    awaited("sealed", .holdfastSealed),
    tasks("64 tasks × 10,000 async resolves, open", .holdfastOpen, .asyncHit, 1.3),
    tasks("64 tasks × 10,000 async resolves, sealed", .holdfastSealed, .asyncHit, 1.15),
    tasks("64 actors × 10,000 resolves, open", .holdfastOpen, .actorHit, 1.7),
    tasks("64 actors × 10,000 resolves, sealed", .holdfastSealed, .actorHit, 1.12),
    // Measured when asked for: it is no row of the table.
    Goal(
      "10,000 waiters of a build woken : bare continuations", .atMost(2), cases: [.asyncHit],
      byHand: { _ in WokenWaiters.ratioOfCancellableOnes }
    ) { _ in WokenWaiters.ratio },
  ]

  private static let waiting: [Goal] = [
    Goal("hit while another key builds, p99.9 : idle", .atMost(1.25), cases: [.hitDuringBuild]) { results in
      results.row(.holdfastOpen, .hitDuringBuild, threads: 2)?.latency {
        Double($0.disturbed.percentile(0.999)) / Double($0.idle.percentile(0.999))
      }
    },
    Goal("hit while another key builds, max", .atMost(10), "ms", cases: [.hitDuringBuild]) { results in
      results.row(.holdfastOpen, .hitDuringBuild, threads: 2)?.latency { Double($0.disturbed.max) / 1e6 }
    },
  ]

  /// Measured when asked for: it is no row of the table.
  private static let growth: [Goal] = [
    // A page is the allocator's own noise; one byte per resolve would be a megabyte.
    Goal("1 million resolves of one key or argument value, any scope: growth of the heap", .atMost(4_096), "bytes", cases: CaseID.allCases)
    { _ in
      MemoryGrowth.bytes.map { Double($0) }
    },
    Goal("a container with an open scope, idle for a second: wake-ups", .atMost(0), "", cases: [.scoped]) { _ in Idle.wakeUps },
  ]

  private static func state(
    _ title: String, _ id: CaseID, atMost limit: Double, beside other: CaseID, of subject: SubjectID = .holdfastOpen
  ) -> Goal {
    @Sendable func ratio(_ own: SubjectID, _ other: (SubjectID, CaseID), _ results: Results) -> Double? {
      results.nanoseconds(own, id).flatMap { own in results.nanoseconds(other.0, other.1).map { own / $0 } }
    }
    return Goal(title, .atMost(limit), cases: [id, other], byHand: { ratio(.openCells, (.openCells, other), $0) }) {
      ratio(.holdfastOpen, (subject, other), $0)
    }
  }

  /// What a case takes, beside the plainest by hand.
  private static func timed(_ title: String, _ id: CaseID, atMost limit: Double, byHand subject: SubjectID) -> Goal {
    Goal(title, .atMost(limit), "ns", cases: [id], byHand: { $0.nanoseconds(subject, id) }) { $0.nanoseconds(.holdfastOpen, id) }
  }

  /// As a ratio to cells in a bare table that never changes.
  private static func cells(_ title: String, _ subject: SubjectID, _ id: CaseID) -> Goal {
    Goal(title + " : bare cells", .atMost(1), cases: [id]) { results in
      results.nanoseconds(subject, id).flatMap { own in results.nanoseconds(.bareCells, id).map { own / $0 } }
    }
  }

  /// As a ratio to the registry by hand that keeps the same records, beside that of cells by hand that readers reach without a lock.
  private static func records(_ title: String, _ id: CaseID) -> Goal {
    @Sendable func ratio(_ subject: SubjectID, _ results: Results) -> Double? {
      results.nanoseconds(subject, id).flatMap { own in results.nanoseconds(.recordingDictionary, id).map { own / $0 } }
    }
    return Goal("1,000 keys: \(title) : the registry with records", .atMost(1), cases: [id], byHand: { ratio(.openCells, $0) }) {
      ratio(.holdfastOpen, $0)
    }
  }

  private static func composed(_ title: String, _ id: CaseID, atMost limit: Double) -> Goal {
    Goal("property of a composition : resolve, \(title)", .atMost(limit), cases: [id]) { results in
      results.nanoseconds(.compositionOpen, id).flatMap { own in results.nanoseconds(.holdfastOpen, id).map { own / $0 } }
    }
  }

  /// Measured when asked for: no row of the table.
  private static func measured(_ title: String, atMost limit: Double, _ ratio: @escaping @Sendable () -> Double) -> Goal {
    Goal("property of a composition : resolve, \(title)", .atMost(limit), cases: [.singletonProtocol]) { _ in ratio() }
  }

  private static func others(_ title: String, _ subject: SubjectID) -> Goal {
    Goal(title, .atMost(1.15), cases: [.singletonProtocol, .singletonProtocol100k]) { results in
      results.nanoseconds(subject, .singletonProtocol100k).flatMap { with in
        results.nanoseconds(subject, .singletonProtocol).map { with / $0 }
      }
    }
  }

  /// A figure of one key of a thousand, beside that of the registry by hand that keeps the same records.
  private static func thousandKeys(
    _ title: String, _ id: CaseID, _ unit: String = "ns", atMost limit: Double, beyondStaticLet: Bool = false,
    figure: @escaping @Sendable (Row) -> Double?
  ) -> Goal {
    @Sendable func value(_ subject: SubjectID, _ results: Results) -> Double? {
      guard let own = results.row(subject, id).flatMap(figure) else { return nil }
      if !beyondStaticLet { return own }
      return results.row(.staticLet, id).flatMap(figure).map { own - $0 }
    }
    return Goal("1,000 keys: " + title, .atMost(limit), unit, cases: [id], byHand: { value(.recordingDictionary, $0) }) {
      value(.holdfastOpen, $0)
    }
  }

  /// What awaiting a hit costs, beside awaiting a function that looks a table up.
  private static func awaited(_ state: String, _ subject: SubjectID) -> Goal {
    @Sendable func surcharge(_ subject: SubjectID, _ results: Results) -> Double? { results.row(subject, .asyncHit)?.asyncSurcharge }
    return Goal(
      "async hit above the sync hit, \(state)", .atMost(5), "ns", cases: [.asyncHit], byHand: { surcharge(Goal.least(for: subject)[0], $0) }
    ) { surcharge(subject, $0) }
  }

  /// Own scaling over that of static let.
  private static func distinct(_ title: String, _ subject: SubjectID, _ limit: Double) -> Goal {
    Goal(title, .atLeast(limit), cases: [.distinct]) { results in
      results.scaling(subject, .distinct, threads: 2).flatMap { own in
        results.scaling(.staticLet, .distinct, threads: 2).map { own / $0 }
      }
    }
  }

  /// Throughput over that of static let, both on two threads.
  private static func same(_ title: String, _ subject: SubjectID, _ limit: Double) -> Goal {
    Goal(title, .atLeast(limit), cases: [.same]) { results in
      results.nanoseconds(subject, .same, threads: 2).flatMap { own in
        results.nanoseconds(.staticLet, .same, threads: 2).map { $0 / own }
      }
    }
  }

  /// Throughput over that of the best hand-written registry, beside the same of the registry by hand that keeps a container's records.
  private static func byHand(_ title: String, _ id: CaseID, readShare: Int, _ limit: Double) -> Goal {
    @Sendable func ratio(_ subject: SubjectID, _ results: Results) -> Double? {
      func time(_ subject: SubjectID) -> Double? {
        results.row(subject, id, threads: 2, keys: 64, readShare: readShare)?.nanoseconds
      }
      let best = SubjectID.allCases.filter(\.isHandWritten).compactMap(time).min()
      return time(subject).flatMap { own in best.map { $0 / own } }
    }
    return Goal(
      title + ", 64 keys, 2 threads : best hand-written", .atLeast(limit), cases: [id], byHand: { ratio(.recordingDictionary, $0) }
    ) { ratio(.holdfastOpen, $0) }
  }

  /// What replacing a key takes while others do nothing but read it, over that of the best hand-written registry; beside the same of cells by hand
  /// whose readers take no lock.
  private static func amongReaders(_ title: String, _ figure: @escaping @Sendable (Row) -> Double?) -> Goal {
    @Sendable func ratio(_ subject: SubjectID, _ results: Results) -> Double? {
      func time(_ subject: SubjectID) -> Double? {
        results.row(subject, .replacedAmongReaders, threads: SpinningReaders.count).flatMap(figure)
      }
      let best = SubjectID.allCases.filter(\.isHandWritten).compactMap(time).min()
      return time(subject).flatMap { own in best.map { own / $0 } }
    }
    return Goal(
      "a key replaced among 8 reading threads, \(title) : best hand-written", .atMost(1), cases: [.replacedAmongReaders],
      byHand: { ratio(.openCells, $0) }
    ) { ratio(.holdfastOpen, $0) }
  }

  private static func tasks(_ title: String, _ subject: SubjectID, _ id: CaseID, _ limit: Double) -> Goal {
    @Sendable func ratio(_ subject: SubjectID, _ results: Results) -> Double? {
      results.row(subject, id, threads: 64).flatMap(results.ratioToStaticLet)
    }
    return Goal(title, .atMost(limit), cases: [id], byHand: { ratio(Goal.least(for: subject)[0], $0) }) { ratio(subject, $0) }
  }
}

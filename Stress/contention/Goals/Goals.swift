import HoldfastStress

/// The goals, as medians of one run on two cores.
enum Goals {
  static let all: [Goal] = hits + scopes + constructions + registrations + scaling + waiting + growth

  private static let hits: [Goal] = [
    .ratio("hot singleton by protocol, open", .holdfastOpen, .singletonProtocol, atMost: 2.2),
    .ratio("hot singleton by protocol, sealed", .holdfastSealed, .singletonProtocol, atMost: 1.4),
    .ratio("hot singleton by class, sealed", .holdfastSealed, .singletonConcrete, atMost: 1.4),
    .ratio("Provider call, sealed", .holdfastProvider, .singletonProtocol, atMost: 1.2),
    .ratio("named, typed constant", .holdfastOpen, .namedTyped, atMost: 3),
    .ratio("named, literal", .holdfastOpen, .namedLiteral, atMost: 5),
    .ratio("scoped hit", .holdfastOpen, .scoped, atMost: 3),
    // Measured when asked for: it is no row of the table.
    Goal("any hit under an override layer", .atMost(3), cases: [.singletonProtocol]) { _ in LayeredHit.ratio },
    others("100,000 other registrations, open : without", .holdfastOpen),
    others("100,000 other registrations, sealed : without", .holdfastSealed),
  ]

  /// Measured when asked for: they are no rows of the table.
  private static let scopes: [Goal] = [
    Goal("empty scope opened and closed", .atMost(2_000), "ns", cases: [.scoped]) { _ in EmptyScope.synchronous },
    Goal("empty scope opened and closed, asynchronous operation", .atMost(2_000), "ns", cases: [.scoped]) { _ in EmptyScope.asynchronous },
  ]

  private static let constructions: [Goal] = [
    .ratio("transient without dependencies", .holdfastOpen, .transient, atMost: 1.7),
    .ratio("graph of seven, open", .holdfastOpen, .graph, atMost: 1.7),
    .ratio("graph of seven, sealed", .holdfastSealed, .graph, atMost: 1.7),
    .ratio("two run-time arguments", .holdfastOpen, .arguments2, atMost: 2),
  ]

  private static let registrations: [Goal] = [
    Goal("1,000 keys: register one by one", .atMost(800), "ns", cases: [.register]) { $0.nanoseconds(.holdfastOpen, .register) },
    Goal("1,000 keys: register in one batch", .atMost(300), "ns", cases: [.registerBatch]) {
      $0.nanoseconds(.holdfastOpen, .registerBatch)
    },
    Goal("1,000 keys: first resolve beyond the factory", .atMost(400), "ns", cases: [.firstResolve]) { results in
      results.nanoseconds(.holdfastOpen, .firstResolve).flatMap { first in
        results.nanoseconds(.staticLet, .firstResolve).map { first - $0 }
      }
    },
    Goal("1,000 keys: memory, built, beyond factory and object", .atMost(256), "bytes", cases: [.firstResolve]) {
      $0.row(.holdfastOpen, .firstResolve)?.bytesPerKey
    },
  ]

  private static let scaling: [Goal] = [
    distinct("distinct singletons, 2 threads : 1, sealed", .holdfastSealed, 0.97),
    distinct("distinct singletons, 2 threads : 1, open", .holdfastOpen, 0.94),
    same("same singleton, 2 threads, sealed", .holdfastSealed, 0.9),
    same("same singleton, 2 threads, open", .holdfastOpen, 0.6),
    Goal("99 % reads, 64 keys, 2 threads : best hand-written", .atLeast(3), cases: [.mixed]) { results in
      func time(_ subject: SubjectID) -> Double? {
        results.row(subject, .mixed, threads: 2, keys: 64, readShare: 99)?.nanoseconds
      }
      let byHand = SubjectID.allCases.filter(\.isHandWritten).compactMap(time)
      return time(.holdfastOpen).flatMap { own in byHand.min().map { $0 / own } }
    },
  ]

  private static let waiting: [Goal] = [
    Goal("hit while another key builds, p99.9 : idle", .atMost(1.25), cases: [.hitDuringBuild]) { results in
      results.row(.holdfastOpen, .hitDuringBuild, threads: 2)?.latency {
        Double($0.building.percentile(0.999)) / Double($0.idle.percentile(0.999))
      }
    },
    Goal("hit while another key builds, max", .atMost(10), "ms", cases: [.hitDuringBuild]) { results in
      results.row(.holdfastOpen, .hitDuringBuild, threads: 2)?.latency { Double($0.building.max) / 1e6 }
    },
    Goal("async hit above the sync hit, open", .atMost(12), "ns", cases: [.asyncHit]) {
      $0.row(.holdfastOpen, .asyncHit)?.asyncSurcharge
    },
    Goal("async hit above the sync hit, sealed", .atMost(12), "ns", cases: [.asyncHit]) {
      $0.row(.holdfastSealed, .asyncHit)?.asyncSurcharge
    },
    Goal("64 tasks × 10,000 async resolves, open", .atMost(3), cases: [.asyncHit]) { results in
      results.row(.holdfastOpen, .asyncHit, threads: 64).flatMap(results.ratioToStaticLet)
    },
  ]

  /// Measured when asked for: it is no row of the table.
  private static let growth: [Goal] = [
    // A page is the allocator's own noise; one byte per resolve would be a megabyte.
    Goal("1 million resolves of one key or argument value, any scope: growth of the heap", .atMost(4_096), "bytes", cases: CaseID.allCases)
    { _ in
      MemoryGrowth.bytes.map { Double($0) }
    }
  ]

  private static func others(_ title: String, _ subject: SubjectID) -> Goal {
    Goal(title, .atMost(1.15), cases: [.singletonProtocol, .singletonProtocol100k]) { results in
      results.nanoseconds(subject, .singletonProtocol100k).flatMap { with in
        results.nanoseconds(subject, .singletonProtocol).map { with / $0 }
      }
    }
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
}

/// What is done with a subject.
///
/// The raw values are the ids of the command line and of the JSON file.
enum CaseID: String, CaseIterable, Codable, Sendable {
  case singletonConcrete = "singleton-concrete"
  case singletonProtocol = "singleton-protocol"
  case singletonProtocol1k = "singleton-protocol-1k"
  case singletonProtocol100k = "singleton-protocol-100k"
  case namedTyped = "named-typed"
  case namedLiteral = "named-literal"
  case transient = "transient"
  case graph = "graph"
  case arguments2 = "arguments-2"
  case scoped = "scoped"
  case layered = "layered"
  case cached = "cached"
  case weak = "weak"
  case byArgument = "by-argument"
  case lazy = "lazy"
  case definition = "definition"
  case optional = "optional"
  case missing = "missing"
  case all10 = "all-10"
  case besideGraph = "transient-beside-graph"
  case scopeWithValue = "scope-with-value"
  case register = "register"
  case registerBatch = "register-batch"
  case registerWired = "register-wired"
  case firstResolve = "first-resolve"
  case warmUp = "warm-up"
  case same = "same"
  case distinct = "distinct"
  case scopes
  case mixed = "mixed"
  case mixedBuilt = "mixed-built"
  case asyncHit = "async-hit"
  case actorHit = "actor-hit"
  case hitDuringBuild = "hit-during-build"
  case replacedAmongReaders = "replaced-among-readers"

  /// One line for `--list` and for the heading of the table.
  var summary: String {
    switch self {
    case .singletonConcrete: "a hot singleton by its class"
    case .singletonProtocol: "a hot singleton by a protocol"
    case .singletonProtocol1k: "the same with 1,000 other registrations"
    case .singletonProtocol100k: "the same with 100,000 other registrations"
    case .namedTyped: "a hot singleton by a typed constant with a name"
    case .namedLiteral: "a hot singleton by a type and a literal name"
    case .transient: "a new object each time, no dependencies"
    case .graph: "seven resolves: two singletons, three transients, depth three"
    case .arguments2: "a new object from two run-time arguments"
    case .scoped: "an object of the current scope, built already"
    case .layered: "a hot singleton by a protocol under an override layer"
    case .cached: "a cached value that is built already"
    case .weak: "a watched object that is held elsewhere"
    case .byArgument: "a value kept for a run-time argument, always the same"
    case .lazy: "a lazy reference that was read before"
    case .definition: "a shared object of a definition"
    case .optional: "a hot singleton, asked for as an Optional"
    case .missing: "resolveIfRegistered of what is not registered"
    case .all10: "all of ten singletons of one type"
    case .besideGraph: "a new object each time, beside a graph registration that it does not reach"
    case .scopeWithValue: "a scope opened and ended, with one value made in it"
    case .register: "registering 1,000 singletons one by one"
    case .registerBatch: "registering 1,000 singletons in one batch"
    case .registerWired: "registering 1,000 singletons one by one, by initializers with two parameters"
    case .firstResolve: "the first resolve of 1,000 lazily built singletons"
    case .warmUp: "building 1,000 singletons whose factories take 20 µs each: by warmUp(), or one after the other"
    case .same: "all threads resolve one singleton"
    case .distinct: "each thread resolves a singleton of its own"
    case .scopes: "each thread opens and ends scopes of one container, with one value made in each"
    case .mixed: "reads and replacements over a set of keys, by values that exist"
    case .mixedBuilt: "the same, replaced by factories whose values are built at once"
    case .asyncHit: "tasks that resolve one singleton 10,000 times each"
    case .actorHit: "actors that resolve one singleton 10,000 times each, without await"
    case .hitDuringBuild: "how long a hit takes while another key builds for 100 ms"
    case .replacedAmongReaders: "how long it takes to replace a key while 8 threads do nothing but read it"
    }
  }

  /// Cases whose samples are interleaved with each other, because goals compare them.
  var family: Family {
    switch self {
    case .singletonConcrete, .singletonProtocol, .singletonProtocol1k, .singletonProtocol100k: .hits
    case .namedTyped, .namedLiteral, .scoped, .layered: .hits
    case .cached, .weak, .byArgument, .lazy, .definition, .optional, .missing, .all10, .besideGraph, .scopeWithValue: .states
    case .transient, .graph, .arguments2: .constructions
    case .register, .registerBatch, .registerWired, .firstResolve: .registrations
    case .warmUp: .warmUp
    case .same, .distinct, .scopes: .scaling
    case .mixed, .mixedBuilt: .mixed
    case .asyncHit, .actorHit: .tasks
    case .hitDuringBuild, .replacedAmongReaders: .latency
    }
  }

  /// Whether a hand-written registry has such a thing.
  var isDoneByHand: Bool { self != .layered && self != .registerWired && self != .warmUp && family != .states && self != .scopes }
}

/// A group of cases that share one round of interleaved samples.
enum Family: CaseIterable, Sendable {
  case hits
  /// Whatever else may be asked for, beside the plainest that is written by hand for it.
  case states
  case constructions
  case registrations
  /// Alone: after samples on one thread the system keeps the pool's threads on one core for a while.
  case warmUp
  case scaling
  case mixed
  case tasks
  case latency
}

import Holdfast

/// How a part is made.
struct Plan: Sendable {
  let name: Name
  let ledger: Ledger
  /// What it resolves, one after the other.
  var needs: [Name] = []
  /// Opened when the factory starts.
  var started: Gate?
  /// Waited for before anything is resolved.
  var go: Gate?
  /// How many builds, from the first, wait at `go`.
  var gatedBuilds = Int.max
  /// Given the number of the build; may throw.
  var check: @Sendable (Int) throws -> Void = { _ in }

  init(_ name: Name, _ ledger: Ledger, needs: [Name] = []) {
    self.name = name
    self.ledger = ledger
    self.needs = needs
  }

  /// The same plan, with a factory that opens `started` and waits for `go` in the first `builds` of its builds.
  func gated(started: Gate? = nil, go: Gate? = nil, builds: Int = .max) -> Plan {
    var plan = self
    plan.started = started
    plan.go = go
    plan.gatedBuilds = builds
    return plan
  }

  func checking(_ check: @escaping @Sendable (Int) throws -> Void) -> Plan {
    var plan = self
    plan.check = check
    return plan
  }

  /// Makes the part, blocking.
  func make(_ resolver: some Resolver) throws -> Part {
    let number = ledger.begin(name)
    started?.open()
    if number <= gatedBuilds { try go?.block() }
    try check(number)
    var parts: [Part] = []
    for need in needs { parts.append(try resolver.resolve(Part.self, named: need)) }
    return Part(name, build: number, parts: parts, ledger: ledger)
  }

  /// Makes the part, suspending.
  nonisolated(nonsending) func make(_ resolver: FactoryResolver) async throws -> Part {
    let number = ledger.begin(name)
    started?.open()
    if number <= gatedBuilds { try await go?.pass() }
    try check(number)
    var parts: [Part] = []
    for need in needs { parts.append(try await resolver.resolve(Part.self, named: need)) }
    return Part(name, build: number, parts: parts, ledger: ledger)
  }
}

extension Registrar {
  /// Registers a singleton that is made by `plan`.
  func register(_ plan: Plan, dispose: (@Sendable (Part) async throws -> Void)? = nil, as form: Form) throws(Failure) {
    try register(Part.self, named: plan.name, scope: .singleton(dispose: dispose), as: form) {
      try plan.make($0)
    } async: {
      try await plan.make($0)
    }
  }

  /// Registers a transient that is made by `plan`.
  func registerTransient(_ plan: Plan, as form: Form) throws(Failure) {
    try register(Part.self, named: plan.name, scope: .transient, as: form) {
      try plan.make($0)
    } async: {
      try await plan.make($0)
    }
  }
}

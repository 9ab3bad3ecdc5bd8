import Holdfast
import HoldfastCompatibility

/// How code of a factory asks, other than by the resolver that it is given.
enum Way: CaseIterable, CustomStringConvertible {
  case injected, resolving, current, captured

  private struct Asker: Resolving {}

  /// Asks for a part on the calling thread.
  func part(_ name: Name, _ container: Container?) throws -> Part {
    switch self {
    case .injected: try Injected<Part>(named: name).get()
    case .resolving: try Asker().resolver.resolveNow(Part.self, named: name)
    case .current: try Container.currentResolver().resolveNow(Part.self, named: name)
    case .captured: try alive(container).resolveNow(Part.self, named: name)
    }
  }

  /// Asks for a part in the calling task; a property wrapper is made on its thread.
  nonisolated(nonsending) func part(_ name: Name, _ container: Container?) async throws -> Part {
    switch self {
    case .injected: try Injected<Part>(named: name).get()
    case .resolving: try await Asker().resolver.resolve(Part.self, named: name)
    case .current: try await Container.currentResolver().resolve(Part.self, named: name)
    case .captured: try await alive(container).resolve(Part.self, named: name)
    }
  }

  private func alive(_ container: Container?) throws -> Container {
    guard let container else { throw TimedOut(what: "the container lives") }
    return container
  }

  /// Each form with the ways that can wait for what it builds: a property wrapper cannot suspend.
  static let waiting: [(Form, Way)] = Form.allCases.flatMap { form in
    allCases.filter { $0 != .injected || !form.buildsAsynchronously }.map { (form, $0) }
  }

  var description: String {
    switch self {
    case .injected: "@Injected"
    case .resolving: "Resolving"
    case .current: "currentResolver()"
    case .captured: "a captured container"
    }
  }
}

/// A part whose factory asks for others by one way, in an extent of its own.
struct Asking: Sendable {
  let name: Name
  let ledger: Ledger
  var needs: [Name] = []
  let way: Way
  /// Opened when the factory starts.
  var started: Gate?
  /// Waited for before anything is asked.
  var go: Gate?

  func make(_ container: Container?) throws -> Part {
    let number = ledger.begin(name)
    started?.open()
    try go?.block()
    var parts: [Part] = []
    for need in needs { parts.append(try way.part(need, container)) }
    return Part(name, build: number, parts: parts, ledger: ledger)
  }

  nonisolated(nonsending) func make(_ container: Container?) async throws -> Part {
    let number = ledger.begin(name)
    started?.open()
    try await go?.pass()
    var parts: [Part] = []
    for need in needs { parts.append(try await way.part(need, container)) }
    return Part(name, build: number, parts: parts, ledger: ledger)
  }
}

extension Container {
  /// Registers a shared part; its factory captures this container without keeping it.
  func register(_ plan: Asking, as form: Form, scope: Sharing = .singleton) throws {
    try register(Part.self, named: plan.name, scope: scope.lifetime(), as: form) { [weak self] _ in
      try plan.make(self)
    } async: { [weak self] _ in
      try await plan.make(self)
    }
  }

  /// Registers a transient part in the same manner.
  func registerTransient(_ plan: Asking, as form: Form) throws {
    try register(Part.self, named: plan.name, scope: .transient, as: form) { [weak self] _ in
      try plan.make(self)
    } async: { [weak self] _ in
      try await plan.make(self)
    }
  }
}

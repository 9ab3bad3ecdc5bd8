import Holdfast

/// A program: a chain of things, each of which needs the next, and what happens meanwhile.
///
/// Written as `wrapper>graph!drain`: things with `>` between them, then events, each after a `!`.
package struct Program: Sendable {
  let chain: [any Part]
  package let events: [Event]
  package let id: String

  init(_ chain: [any Part], _ events: [Event]) {
    self.chain = chain
    self.events = events
    id = chain.map(\.name).joined(separator: ">") + events.map { "!" + $0.name }.joined()
  }

  /// Reads a program's name.
  package init?(_ id: String) {
    let parts = id.split(separator: "!", omittingEmptySubsequences: false).map(String.init)
    let names = parts[0].isEmpty ? [] : parts[0].split(separator: ">", omittingEmptySubsequences: false).map(String.init)
    let chain = names.compactMap { name in Things.all.first { $0.name == name } }
    let events = parts.dropFirst().compactMap { name in Events.all.first { $0.name == name } }
    guard chain.count == names.count, events.count == parts.count - 1, names.count <= 2 else { return nil }
    self.init(chain, events)
  }

  /// Its things, with the one at the end of the chain.
  var things: [any Part] { chain + [leaf] }

  /// What stands at the end of the chain.
  var leaf: any Part { events.contains { $0.wantsAsynchronousLeaf } ? AsynchronousThing() : SynchronousThing() }

  /// The names of its parts.
  package var parts: [String] { chain.map(\.name) + events.map(\.name) }

  var rebuilds: Bool { events.contains { $0.rebuilds } }
  var isPlural: Bool { rebuilds || hasLayer || chain.contains { $0.isPlural } }
  /// A shutdown is asked for by tasks that disposers start.
  var mayOutliveDisposers: Bool { events.contains { $0.name == "shutdown-in-disposer" } }
  /// What things registered for themselves may be gone.
  var unregistersAll: Bool { events.contains { $0.name == "unregister-all" } }
  /// A shutdown has a deadline.
  var isBounded: Bool { events.contains { $0.isBounded } }
  /// Builds may fail, or be left by their callers, because of what happens.
  var breaksBuilds: Bool { events.contains { !$0.codes.isDisjoint(with: [.cancelled, .factoryFailed]) } }
  /// How many objects of one that callers share are made at most; nil if that is not known.
  var mostBuilds: Int? {
    let isUnknown = events.contains { $0.abandons || $0.rebuilds && $0.removals == 0 }
    return isUnknown || hasLayer || chain.contains(where: \.isPlural) ? nil : events.reduce(1) { $0 + $1.removals }
  }
  var takesAway: Bool { events.contains { $0.takesAway } }
  var hasLayer: Bool { chain.contains { $0 is LayerThing } || events.contains { $0.name == "layer-end" } }
}

/// What a seed makes of a program: lifetimes, what the events are about, where the gate stands.
struct Casting {
  var lifetimes: [Lifespan] = []
  var needs: [Need] = []
  var codes: Set<ResolutionError.Code> = []
  let target: Int
  let point: Point?

  init(_ program: Program, _ random: inout some RandomNumberGenerator) {
    var next: Need?
    for (index, thing) in program.things.enumerated().reversed() {
      let isLeaf = index == program.things.count - 1
      let choices = Lifespan.allCases.filter { next?.needsScope != true || !$0.outlivesScopes }
        .flatMap { Array(repeating: $0, count: $0.share) }
      let lifetime = thing.ownLifetime ?? (isLeaf ? .singleton : choices.filter(thing.has).randomElement(using: &random) ?? .singleton)
      codes.formUnion(thing.codes(next: next))
      let need = Self.need(isLeaf ? 2 : index, thing, lifetime, next)
      if next?.needsScope == true, lifetime.outlivesScopes { codes.insert(.outsideScope) }
      if next?.isAsynchronous == true, !need.isAsynchronous || !lifetime.awaits {
        codes.formUnion([.asyncOnly, .mainActorOnly])
      }
      lifetimes.insert(lifetime, at: 0)
      needs.insert(need, at: 0)
      next = need
    }
    for event in program.events { codes.formUnion(event.codes) }
    // What a factory awaited may be gone when it asks again without waiting.
    if program.rebuilds, needs.contains(where: \.isAsynchronous) { codes.formUnion([.asyncOnly, .mainActorOnly]) }
    target = Int.random(in: 0..<needs.count, using: &random)
    let kinds = program.events.flatMap(\.points)
    let kind = (kinds.isEmpty ? [.factory, .factory, .middle] : kinds).randomElement(using: &random) ?? .factory
    point =
      Int.random(in: 0..<6, using: &random) == 0
      ? nil : Point(kind: kind, role: needs[Int.random(in: 0..<needs.count, using: &random)].role)
  }

  private static func need(_ role: Int, _ thing: any Part, _ lifetime: Lifespan, _ next: Need?) -> Need {
    func make<P: Role>(_: P.Type) -> Need {
      let access = thing.access(P.self, isOneForAll: lifetime.isOneForAll)
      return Need(
        role: P.role, key: AnyKey(Item<P>.self), lifetime: lifetime, isAsynchronous: thing.isAsynchronous(next: next),
        needsScope: lifetime.isOfScope || next?.needsScope == true && !lifetime.isShared, access: access)
    }
    switch role {
    case 0: return make(Outer.self)
    case 1: return make(Inner.self)
    default: return make(Leaf.self)
    }
  }
}

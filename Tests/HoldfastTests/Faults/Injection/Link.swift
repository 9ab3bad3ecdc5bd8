import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

/// One object of a circle that injectors close: it knows which build made it, and its injector gives it the next one.
final class Link: Sendable {
  let name: Name
  let nextName: Name
  /// The number of the build that made it, from 1.
  let build: Int
  private let next = Guarded(Next())
  private let ledger: Ledger

  private struct Next {
    weak var link: Link?
    var injections = 0
  }

  init(_ name: Name, next: Name, _ ledger: Ledger) {
    self.name = name
    nextName = next
    self.ledger = ledger
    build = ledger.begin(name)
    ledger.alive.add()
  }

  deinit {
    ledger.died(name)
    ledger.alive.add(-1)
  }

  /// What the injector does last.
  func inject(_ link: Link) {
    next.withLock {
      $0.link = link
      $0.injections += 1
    }
  }

  /// The next one; nil before the injector was done.
  var nextLink: Link? { next.withLock { $0.link } }

  /// How often the injector was done with it.
  var injections: Int { next.withLock { $0.injections } }

  /// What a caller sees who just got it: its own circle, from itself on, as far as it is injected.
  var circle: RingSight {
    var links = [self]
    while let next = links[links.count - 1].nextLink, next !== self { links.append(next) }
    return RingSight(links: links, isInjected: links.allSatisfy { $0.injections == 1 } && links[links.count - 1].nextLink === self)
  }
}

/// A circle as a caller saw it.
struct RingSight: Sendable {
  let links: [Link]
  /// Whether every injector of it had been done, once.
  let isInjected: Bool
}

/// A container in which each of `names` needs the next one, and the last one the first, when it is injected.
struct Ring: Sendable {
  let container = Container()
  let ledger = Ledger()
  let names: [Name]
  /// Called with a new object, before its factory returns.
  var made: @Sendable (Link) throws -> Void = { _ in }
  /// Called with an object and the next one, before that is set.
  var injecting: @Sendable (Link, Link) throws -> Void = { _, _ in }

  init(_ count: Int) {
    names = Name.fresh(count)
  }

  func register() throws {
    for (index, name) in names.enumerated() {
      let next = names[(index + 1) % names.count]
      try container.register(Link.self, named: name) { [ledger, made] _ in
        let link = Link(name, next: next, ledger)
        try made(link)
        return link
      }
    }
    try container.registerInjector(Link.self) { [injecting] link, r in
      let next = try r.resolve(Link.self, named: link.nextName)
      try injecting(link, next)
      link.inject(next)
    }
  }

  /// Starts a caller for one of the names who notes the circle as soon as it gets it.
  func ask(_ name: Name, as caller: Caller, after gate: Gate? = nil) -> Pending<RingSight> {
    HoldfastTests.ask(container, Link.self, named: name, as: caller, after: gate) { $0.circle }
  }

  /// How many callers wait for the build of `name`; -1 when it is not being built.
  func waiters(of name: Name) -> Int {
    LongWaits.buildsInFlight.first { $0.key == AnyKey(Link.self, named: name) }?.waiters ?? -1
  }

  /// Whether no key is built, nor being built.
  var isEmpty: Bool { names.allSatisfy { container.peek(Link.self, named: $0) == nil && waiters(of: $0) == -1 } }

  /// Checks that all saw one circle, each of whose objects was built once and injected once, before a caller saw it.
  func expectOne(_ circles: [RingSight], build: Int = 1, _ location: SourceLocation = #_sourceLocation) {
    #expect(circles.allSatisfy { $0.isInjected }, sourceLocation: location)
    #expect(Set(circles.map { Set($0.links.map(ObjectIdentifier.init)) }).count == 1, sourceLocation: location)
    #expect(circles.allSatisfy { $0.links.count == names.count }, sourceLocation: location)
    #expect(circles.allSatisfy { $0.links.allSatisfy { $0.build == build } }, sourceLocation: location)
    #expect(names.allSatisfy { ledger.builds($0) == build }, sourceLocation: location)
  }
}

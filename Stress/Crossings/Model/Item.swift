import Holdfast
import HoldfastStress
import OnceKernel

/// How long an object of a program lives, and which callers share it.
package enum Lifespan: String, Sendable, CaseIterable {
  case singleton, cached, scoped, weak, graph, transient

  /// Whether it is the lifetime of things that say nothing of theirs.
  var isDefault: Bool {
    switch self {
    case .singleton: true
    case .cached, .scoped, .weak, .graph, .transient: false
    }
  }

  /// How often among others a program chooses it for a thing that has none of its own; nothing for `.weak`, whose objects have no holder there.
  var share: Int {
    switch self {
    case .singleton: 2
    case .cached, .scoped, .graph, .transient: 1
    case .weak: 0
    }
  }

  /// Whether its registration has a disposer.
  var isDisposed: Bool {
    switch self {
    case .singleton, .cached, .scoped: true
    case .weak, .graph, .transient: false
    }
  }

  /// Whether one container has one of it.
  var isShared: Bool {
    switch self {
    case .singleton, .cached: true
    case .scoped, .weak, .graph, .transient: false
    }
  }

  /// Whether the reset of the group takes its objects away.
  var isInGroup: Bool {
    switch self {
    case .cached: true
    case .singleton, .scoped, .weak, .graph, .transient: false
    }
  }

  /// Whether its objects live in scopes.
  var isOfScope: Bool {
    switch self {
    case .scoped: true
    case .singleton, .cached, .weak, .graph, .transient: false
    }
  }

  /// Whether its objects are not made for the scope that is open where they are.
  var outlivesScopes: Bool {
    switch self {
    case .singleton, .cached, .weak: true
    case .scoped, .graph, .transient: false
    }
  }

  /// Whether callers in one surrounding share one object.
  var isOneForAll: Bool {
    switch self {
    case .singleton, .cached, .scoped, .weak: true
    case .graph, .transient: false
    }
  }

  var isGraph: Bool {
    switch self {
    case .graph: true
    case .singleton, .cached, .scoped, .weak, .transient: false
    }
  }

  /// Whether each resolve makes an object.
  var isTransient: Bool {
    switch self {
    case .transient: true
    case .singleton, .cached, .scoped, .weak, .graph: false
    }
  }

  /// Whether a thing of this lifetime has an asynchronous factory where it needs one.
  var awaits: Bool {
    switch self {
    case .singleton, .cached, .scoped, .transient: true
    case .weak, .graph: false
    }
  }

  /// Whether a sealed container keeps its objects until nothing leads to it.
  var outlastsSeal: Bool {
    switch self {
    case .singleton: true
    case .cached, .scoped, .weak, .graph, .transient: false
    }
  }
}

extension Lifespan {
  /// What the container is told.
  ///
  /// - Parameter asProtocol: whether a weak object is registered as one of a protocol would be.
  func known<Value: AnyObject & Sendable, each A: Hashable & Sendable>(
    asProtocol: Bool = false, dispose: (@Sendable (Value) async throws -> Void)?
  ) -> Lifetime<Value, repeat each A> {
    switch self {
    case .singleton: .singleton(dispose: dispose)
    case .cached: .cached("crossings", dispose: dispose)
    case .scoped: .scoped(dispose: dispose)
    case .weak: asProtocol ? .weakObject : .weak
    case .graph: .graph
    case .transient: .transient
    }
  }
}

/// What the factories of a program make: it tells the book of its life, and holds what it was made with.
class Tracked: @unchecked Sendable {  // unchecked: its mutable fields are in `contents`
  struct Contents {
    var held: [Tracked] = []
    /// The other half of its circle, which an injector gave it.
    var mate: Tracked?
    /// Whose mate it is.
    weak var owner: Tracked?
    /// A decorator has seen it.
    var isDecorated = false
    /// Ways to what it needs that are used after it was handed out.
    var references: [Reference] = []
  }

  let book: Book
  let number: Int
  let role: Int
  /// The layer whose registration made it.
  let layer: Int?
  let generation: Int
  let lifetime: Lifespan
  let contents: Locked<Contents>

  required init(
    _ book: Book, _ role: Int, generation: Int, layer: Int?, _ lifetime: Lifespan, held: [Tracked], references: [Reference], isOwned: Bool,
    isFilled: Bool
  ) {
    self.book = book
    self.role = role
    self.layer = layer
    self.generation = generation
    self.lifetime = lifetime
    contents = Locked(Contents(held: held, references: references))
    number = book.made(
      Book.Life(
        role: role, generation: generation, layer: layer, lifetime: lifetime, held: held.map(\.number),
        isOwned: isOwned && isFilled, isFilled: isFilled))
    if references.contains(where: \.keepsContainer) { book.keeps(self) }
  }

  var isOverride: Bool { layer != nil }

  deinit {
    HeldLocks.expectNone()
    book.died(number)
  }

  var held: [Tracked] { contents.withLock { $0.held } }
  var references: [Reference] { contents.withLock { $0.references } }

  func edit<Result>(_ body: (inout Contents) -> Result) -> Result { contents.withLock(body) }

  /// Whose mate it is; throws if that was not said, unless it may have been told of one that was replaced.
  func owner(orSelf isLenient: Bool) throws -> Tracked {
    guard let owner = edit({ $0.owner }) ?? (isLenient ? self : nil) else { throw NotThere() }
    return owner
  }

  /// Lets go of what leads to its container.
  func forgetWays() {
    let old = edit { contents in
      defer { contents.references = [] }
      return contents.references
    }
    withExtendedLifetime(old) {}
  }

  /// Everything that it reaches, itself included.
  var reached: [Tracked] {
    var found: [Tracked] = []
    var seen: Set<Int> = []
    var rest: [Tracked] = [self]
    while let next = rest.popLast() {
      guard seen.insert(next.number).inserted else { continue }
      found.append(next)
      rest += next.held
    }
    return found
  }

  var title: String { "\(roleName(role)) \(number)" }
}

/// An object of one place.
final class Item<P: Role>: Tracked, @unchecked Sendable {}  // unchecked: as its superclass

/// How an object reaches what it needs once it was handed out: a provider, a lazy reference, a wrapper.
struct Reference: Sendable {
  let name: String
  /// What is expected of the answers: nil for an object of its own each time.
  let isOneForAll: Bool
  /// It has to work: the object was handed out as whole.
  let mustWork: Bool
  /// A caller that keeps it keeps the container.
  var keepsContainer = false
  let now: (@Sendable () throws -> Tracked)?
  let later: @Sendable () async throws -> Tracked
}

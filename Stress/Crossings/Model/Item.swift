import Holdfast
import HoldfastStress

/// How long an object of a program lives, and which callers share it.
package enum Lifespan: String, Sendable, CaseIterable {
  case singleton, cached, scoped, weak, graph, transient

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
    _ book: Book, _ role: Int, generation: Int, layer: Int?, _ lifetime: Lifespan, held: [Tracked], references: [Reference], isFilled: Bool
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
        isOwned: lifetime.isDisposed && isFilled, isFilled: isFilled))
    if references.contains(where: \.keepsContainer) { book.keeps(self) }
  }

  var isOverride: Bool { layer != nil }

  deinit { book.died(number) }

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

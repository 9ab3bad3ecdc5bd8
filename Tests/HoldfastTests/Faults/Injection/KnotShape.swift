/// Circles with constructors in them, each closed by `later`.
enum KnotShape: CaseIterable, Sendable {
  /// A parent takes its child, which asks for the parent later.
  case pair
  /// What the child asks for takes the object that took the child.
  case around
  /// The child is injected into one that its parent takes.
  case injected
  /// A constructor, an injector and a closure in turn.
  case three
  /// Three constructors between the closure and what it asks for.
  case four
  /// A circle of injectors in the middle of one with constructors.
  case mixed
  /// Closures at both ends.
  case both
  /// One that asks for itself.
  case alone

  var knot: Knot {
    switch self {
    case .pair: Knot(2, takes: [0: [1]], later: [1: [0]])
    case .around: Knot(3, takes: [0: [1], 2: [0]], later: [1: [2]])
    case .injected: Knot(3, takes: [2: [0]], injects: [0: [1]], later: [1: [2]])
    case .three: Knot(3, takes: [0: [1]], injects: [1: [2]], later: [2: [0]])
    case .four: Knot(4, takes: [0: [1], 1: [2], 3: [0]], later: [2: [3]])
    case .mixed: Knot(4, takes: [0: [1], 3: [0]], injects: [1: [2], 2: [1]], later: [2: [3]])
    case .both: Knot(3, takes: [0: [1], 1: [2]], later: [2: [0], 0: [2]])
    case .alone: Knot(1, later: [0: [0]])
    }
  }
}

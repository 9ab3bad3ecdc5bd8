import Holdfast
import OnceKernel

/// The compositions around a property.
struct Surroundings: @unchecked Sendable {  // unchecked: constants, which a `Placement` keeps where they are
  /// A composition, where it lies.
  struct Owner {
    let type: Any.Type
    let pointer: UnsafeRawPointer
  }

  /// The innermost one is the last.
  let owners: [Owner]

  func innermost<Root>(_ type: Root.Type) -> UnsafePointer<Root>? {
    // It was noted with its type.
    owners.last { $0.type == type }.map { $0.pointer.assumingMemoryBound(to: Root.self) }
  }
}

/// A composition that was made, where its requirements find the properties that they stand for.
///
/// ```
///   container ──► placement ──► copy of the composition ──► requirement
///                     ▲                                          │ weak
///                     └──────────────────────────────────────────┘
/// ```
///
/// So an override, or a composition inside this one, can need what the composition requires for as long as the container lives, and no longer.
final class Placement: @unchecked Sendable {  // unchecked: a constant, of what keeps compositions and nothing else, which are Sendable
  private let kept: [AnyObject]

  init(keeping kept: [AnyObject]) { self.kept = kept }
}

/// A property that stands for others, which are looked for when something needs it.
class AnyRequirement: @unchecked Sendable {  // unchecked: the one field of it is behind a lock, those of subclasses are constants
  private struct Place: @unchecked Sendable {  // unchecked: the runtime clears the weak reference, and nothing else changes it
    weak var placement: Placement?
    let surroundings: Surroundings
  }

  private let place = Guarded<Place?>(nil)

  /// Says where to look. Returns false if it had another place in the same composition.
  func put(in surroundings: Surroundings, of placement: Placement) -> Bool {
    let new = Place(placement: placement, surroundings: surroundings)
    let old = place.withLock { place in
      defer { place = new }
      return place
    }
    return old?.placement !== placement
  }

  /// Runs `body` with the compositions around, which stay where they are until it returns; with nil if there are none any more.
  func withSurroundings<Result>(_ body: (Surroundings?) -> Result) -> Result {
    let place = place.withLock { $0 }
    let placement = place?.placement
    return withExtendedLifetime(placement) { body(placement == nil ? nil : place?.surroundings) }
  }
}

/// A property that stands for others, which make a value of this type.
final class Requirement<Value>: AnyRequirement, @unchecked Sendable {  // unchecked: a constant
  private let find: @Sendable (Surroundings?, Gathering) -> Needed<Value>

  /// The property of a composition around.
  init<Root: Composition, S: Source>(_ path: any KeyPath<Root, S> & Sendable) where S.Value == Value {
    find = { surroundings, gathering in
      Self.owner(Root.self, surroundings, gathering) { gathering.needed(path, of: $0) }
    }
  }

  /// The property of a composition that was made before.
  init<S: Source>(_ property: S) where S.Value == Value {
    find = { _, gathering in property.needed(gathering) }
  }

  /// What is made of properties of the composition that it is itself a property of.
  init<Root>(of type: Root.Type, _ find: @escaping @Sendable (UnsafePointer<Root>, Gathering) -> Needed<Value>) {
    self.find = { surroundings, gathering in
      Self.owner(Root.self, surroundings, gathering) { find($0, gathering) }
    }
  }

  private static func owner<Root>(
    _ type: Root.Type, _ surroundings: Surroundings?, _ gathering: Gathering, _ find: (UnsafePointer<Root>) -> Needed<Value>
  ) -> Needed<Value> {
    guard let surroundings else { return gathering.refuse(.notComposed(AnyKey(Value.self))) }
    guard let owner = surroundings.innermost(Root.self) else { return gathering.refuse(.notAround(String(reflecting: Root.self))) }
    return find(owner)
  }

  func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.follow(Value.self) { withSurroundings { find($0, gathering) } }
  }
}

import Holdfast
import Synchronization

/// The compositions around a property, while it is composed.
struct Surroundings: @unchecked Sendable {  // unchecked: used by the thread that composes only; see `AnyRequirement`
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

/// A property that stands for others, which are looked for when the composition is made.
class AnyRequirement: @unchecked Sendable {  // unchecked: the one field of it is behind a lock, those of subclasses are constants
  private let surroundings = Mutex<Surroundings?>(nil)

  /// Says where to look, or, with nil, that the composition has been made. Returns false if it is being composed by another thread.
  func place(in new: Surroundings?) -> Bool {
    surroundings.withLock { old in
      if old != nil, new != nil { return false }
      old = new
      return true
    }
  }

  var place: Surroundings? { surroundings.withLock { $0 } }
}

/// A property that stands for others, which make a value of this type.
final class Requirement<Value>: AnyRequirement, @unchecked Sendable {  // unchecked: a constant
  private let find: @Sendable (Surroundings?, Gathering) -> Needed<Value>

  /// The property of a composition around.
  init<Root: Composition, S: Source>(_ path: any KeyPath<Root, S> & Sendable) where S.Value == Value {
    find = { surroundings, gathering in
      guard let owner = surroundings?.innermost(Root.self) else { return gathering.refuse(.notAround(String(reflecting: Root.self))) }
      return gathering.needed(path, of: owner)
    }
  }

  /// The property of a composition that was made before.
  init<S: Source>(_ property: S) where S.Value == Value {
    find = { _, gathering in property.needed(gathering) }
  }

  /// What is made of properties of the composition that it is itself a property of.
  init<Root>(of type: Root.Type, _ find: @escaping @Sendable (UnsafePointer<Root>, Gathering) -> Needed<Value>) {
    self.find = { surroundings, gathering in
      guard let owner = surroundings?.innermost(Root.self) else { return gathering.refuse(.notAround(String(reflecting: Root.self))) }
      return find(owner, gathering)
    }
  }

  func needed(_ gathering: Gathering) -> Needed<Value> {
    gathering.follow(Value.self) { find(place, gathering) }
  }
}

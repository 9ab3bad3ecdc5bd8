/// A composition, as the objects of a kind of scope see it: what lives as long as the composition, in scopes of that kind, and in those around them.
///
/// The key paths of a `Scoped` object's needs begin here, so the compiler refuses a need of what lives in a scope of another kind. Write `\.store` as
/// everywhere.
@dynamicMemberLookup
public struct Inside<Root, Scope: ComposedScope> {
  let place: UnsafePointer<Root>
  /// What lies in no other composition's memory.
  private let kept: AnyObject?

  init(_ place: UnsafePointer<Root>, keeping kept: AnyObject? = nil) {
    self.place = place
    self.kept = kept
  }

  /// A module.
  public subscript<Module: Composition>(dynamicMember path: any KeyPath<Root, Module> & Sendable) -> Inside<Module, Scope> {
    guard let offset = MemoryLayout<Root>.offset(of: path) else {
      let copy = KeptCopy(of: place.pointee[keyPath: path])
      return Inside<Module, Scope>(copy.place, keeping: copy)
    }
    // What is stored at that offset is of the path's type.
    return Inside<Module, Scope>((UnsafeRawPointer(place) + offset).assumingMemoryBound(to: Module.self), keeping: kept)
  }

  /// What the factory that has these needs may need: what tasks can have, what the main actor can have, or what scopes of its kind or around have.
  public subscript<S: TaskSource>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S { place.pointee[keyPath: path] }

  /// What the main actor can have.
  @_documentation(visibility: internal)
  public subscript<S: MainSource>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S { place.pointee[keyPath: path] }

  /// What tasks and the main actor can have.
  @_documentation(visibility: internal)
  public subscript<S: TaskSource & MainSource>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S { place.pointee[keyPath: path] }

  /// What scopes of this kind have.
  @_documentation(visibility: internal)
  public subscript<S: ScopeMember>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S where S.Scope == Scope {
    place.pointee[keyPath: path]
  }

  /// What the scopes around have.
  @_documentation(visibility: internal)
  public subscript<S: ScopeMember>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S where S.Scope == Scope.Outer {
    place.pointee[keyPath: path]
  }

  /// What the second scopes around have.
  @_documentation(visibility: internal)
  public subscript<S: ScopeMember>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S where S.Scope == Scope.Outer.Outer {
    place.pointee[keyPath: path]
  }

  /// What the third scopes around have.
  @_documentation(visibility: internal)
  public subscript<S: ScopeMember>(dynamicMember path: any KeyPath<Root, S> & Sendable) -> S where S.Scope == Scope.Outer.Outer.Outer {
    place.pointee[keyPath: path]
  }
}

/// What lives in scopes of a kind.
public protocol ScopeMember: ScopedTaskSource {
  /// The kind.
  associatedtype Scope: ComposedScope
}

extension Given: ScopeMember {}
extension ScopedObject: ScopeMember {}
extension ScopedAsyncObject: ScopeMember {}
extension ScopedOnMainObject: ScopeMember {}

import Holdfast

/// A composition with those inside it, each where the composer can look at its properties without copying it.
struct Tree {
  /// A property, and where it is.
  struct Found {
    let property: Property
    /// The path from the composition, if it is the one that the names begin with.
    let path: Name
    /// The index of the compositions around it.
    let surroundings: Int
  }

  /// What a property is.
  enum Property {
    case object(Handle)
    case requirement(AnyRequirement)
    case given(any ComposedScope.Type)
  }

  private(set) var properties: [Found] = []
  private(set) var surroundings: [Surroundings] = []
  private(set) var hasRequirements = false
  /// The types of compositions whose properties the runtime does not know.
  private(set) var hidden: [(type: Any.Type, path: String)] = []
  /// The paths of what compositions list wrongly.
  private(set) var unlisted: [String] = []
  /// The composition itself, and what lies in no composition of the tree, but was found as the value of one of its properties.
  private var copies: [AnyObject] = []

  /// - Parameters:
  ///   - place: where the caller keeps the composition for as long as the tree is used.
  ///   - copy: what keeps it there for longer, if it may have requirements.
  init<Root: Composition>(_ layout: Layout, at place: UnsafePointer<Root>, keptBy copy: KeptCopy<Root>?) {
    if let copy { copies.append(copy) }
    add(place, "", around: [], layout)
  }

  /// What keeps all of it where it is.
  var placement: Placement { Placement(keeping: copies) }

  private mutating func add<Root: Composition>(
    _ place: UnsafePointer<Root>, _ path: String, around: [Surroundings.Owner], _ layout: Layout
  ) {
    if let type = layout.hidden { hidden.append((type, path)) }
    if !layout.unlisted.isEmpty { unlisted += layout.unlisted.map { path + $0 } }
    let base = Root.self is AnyClass ? UnsafeRawPointer(place).load(as: UnsafeRawPointer.self) : UnsafeRawPointer(place)
    let first = surroundings.count
    for owner in layout.owners {
      let pointer = owner.around == nil ? UnsafeRawPointer(place) : base + owner.offset
      let outer = owner.around.map { surroundings[first + $0].owners } ?? around
      surroundings.append(Surroundings(owners: outer + CollectionOfOne(Surroundings.Owner(type: owner.type, pointer: pointer))))
    }
    // Once: room for just as many more, module after module, would have all be moved each time.
    if properties.isEmpty { properties.reserveCapacity(layout.properties.count) }
    for property in layout.properties {
      let pointer = base + property.offset
      let name = path.isEmpty ? property.path : Name(path + property.path.text)
      let owner = first + property.owner
      switch property.content {
      // The type that the layout was found of says what the word refers to; the composition keeps it.
      case .object: add(.object(pointer.load(as: Handle.self)), name, owner)
      case .requirement: add(.requirement(pointer.load(as: AnyRequirement.self)), name, owner)
      case .given(let scope): add(.given(scope), name, owner)
      case .other(let type): addOther(type, at: pointer, name, owner)
      }
    }
  }

  private mutating func add(_ property: Property, _ path: Name, _ surroundings: Int) {
    if case .requirement = property { hasRequirements = true }
    properties.append(Found(property: property, path: path, surroundings: surroundings))
  }

  /// Looks at a value whose type does not say whether it is a property or a module.
  private mutating func addOther<T>(_ type: T.Type, at pointer: UnsafeRawPointer, _ path: Name, _ surroundings: Int) {
    let value: Any = pointer.assumingMemoryBound(to: T.self).pointee  // the layout says that it is of this type
    if let module = value as? any Composition {  // it is Sendable, so that no conformance to it is isolated
      add(copyOf: module, path.text + ".", around: self.surroundings[surroundings].owners)
    } else if let property = value as? any ComposedProperty {
      add(property, path, surroundings)
    }
  }

  private mutating func add<Module: Composition>(copyOf module: Module, _ path: String, around: [Surroundings.Owner]) {
    let copy = KeptCopy(of: module)
    copies.append(copy)
    add(copy.place, path, around: around, Layout.of(Module.self))
  }

  private mutating func add<P: ComposedProperty>(_ property: P, _ path: Name, _ surroundings: Int) {
    withUnsafeBytes(of: property) { bytes in
      // As in a composition: the type says what the word refers to.
      switch P.content {
      case .object: add(.object(bytes.load(as: Handle.self)), path, surroundings)
      case .requirement: add(.requirement(bytes.load(as: AnyRequirement.self)), path, surroundings)
      case .given(let scope): add(.given(scope), path, surroundings)
      case .other: break  // of no property
      }
    }
  }
}

/// A value that stays where it is.
final class KeptCopy<Value> {
  let place: UnsafePointer<Value>

  init(of value: Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    self.place = UnsafePointer(place)
  }

  deinit {
    let place = UnsafeMutablePointer(mutating: place)
    place.deinitialize(count: 1)
    place.deallocate()
  }
}

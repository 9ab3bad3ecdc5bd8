import Holdfast

/// What a stored property of a composition is to the composer.
enum Property {
  case object(Handle)
  case requirement(AnyRequirement)
  case given(any ComposedScope.Type)
}

protocol ComposedProperty {
  var property: Property { get }
}

extension SharedObject: ComposedProperty { var property: Property { .object(handle) } }
extension SharedAsyncObject: ComposedProperty { var property: Property { .object(handle) } }
extension SharedOnMainObject: ComposedProperty { var property: Property { .object(handle) } }
extension NewObject: ComposedProperty { var property: Property { .object(handle) } }
extension NewAsyncObject: ComposedProperty { var property: Property { .object(handle) } }
extension NewOnMainObject: ComposedProperty { var property: Property { .object(handle) } }
extension MakerObject: ComposedProperty { var property: Property { .object(handle) } }
extension MakerAsyncObject: ComposedProperty { var property: Property { .object(handle) } }
extension MakerOnMainObject: ComposedProperty { var property: Property { .object(handle) } }
extension ScopedObject: ComposedProperty { var property: Property { .object(handle) } }
extension ScopedAsyncObject: ComposedProperty { var property: Property { .object(handle) } }
extension ScopedOnMainObject: ComposedProperty { var property: Property { .object(handle) } }
extension Need: ComposedProperty { var property: Property { .requirement(requirement) } }
extension NeedAsync: ComposedProperty { var property: Property { .requirement(requirement) } }
extension NeedOnMain: ComposedProperty { var property: Property { .requirement(requirement) } }
extension SeveralObjects: ComposedProperty { var property: Property { .requirement(requirement) } }
extension Given: ComposedProperty { var property: Property { .given(Scope.self) } }

/// Makes a container of a composition.
struct Composer {
  private let container: Container
  /// Whether nothing else is registered.
  private let isNew: Bool
  /// What the names of its objects begin with.
  private let prefix: String
  private var objects: [Object] = []
  private var requirements: [AnyRequirement] = []
  private var scopes: [any ComposedScope.Type] = []
  private var problems: [CompositionError.Problem] = []

  private struct Object {
    let handle: Handle
    let definition: Definition
    let property: String
    let owner: UnsafeRawPointer
  }

  init(_ container: Container, prefix: String) {
    self.container = container
    self.prefix = prefix
    isNew = container.keys(includingParent: true).isEmpty
  }

  /// Registers the objects of `root`. Throws before anything is registered, if it finds a mistake.
  mutating func compose<Root: Composition>(_ root: Root, overriding: ((Overrides, Root) throws -> Void)?) throws {
    let tree = Tree(of: root)
    defer {
      for requirement in requirements { _ = requirement.place(in: nil) }
      tree.release()
    }
    tree.forEachProperty { property, path, surroundings in add(property, path, surroundings) }
    var registrations = objects.map { register($0) }
    if let overriding {
      let overrides = Overrides(in: container, of: registrations)
      try overriding(overrides, root)
      problems += overrides.put(into: &registrations)
    }
    for cycle in Composer.cycles(among: registrations) {
      let first = registrations[cycle[0]]
      refuse(.cycle(cycle.map { registrations[$0].registration.key }), first.property, first.registration.site)
    }
    if !problems.isEmpty { throw CompositionError(problems) }
    let batch = Batch.forComposing()
    for scope in scopes where !container.contains(AnyKey(scope)) { scope.register(in: batch) }
    batch.addAll(registrations.map(\.registration))
    try container.apply(batch)
    Handle.find(objects.map(\.handle), in: container)
  }

  private mutating func add(_ property: Property, _ path: String, _ surroundings: Surroundings) {
    switch property {
    case .object(let handle): add(handle, path, surroundings)
    case .requirement(let requirement):
      if requirement.place(in: surroundings) { requirements.append(requirement) } else { refuse(.composedTwice, path) }
    case .given(let scope): add(scope)
    }
  }

  private mutating func add(_ handle: Handle, _ path: String, _ surroundings: Surroundings) {
    // A property of another composition that is passed on is composed where it belongs.
    guard let owner = surroundings.owners.last, owner.type == handle.owner else { return }
    guard let definition = handle.takeDefinition() else {
      // Two properties may be one and the same.
      if !objects.contains(where: { $0.handle === handle }) { refuse(.composedTwice, path) }
      return
    }
    // Only properties put their definitions into handles.
    let own = unsafeDowncast(definition, to: Definition.self)
    let name = Name(prefix + path)
    let key = AnyKey(own.keyType, named: name)
    if !isNew, container.contains(key) { refuse(.taken, path, own.site) }
    handle.bind(own.keyType, named: name, in: container)
    objects.append(Object(handle: handle, definition: own, property: path, owner: owner.pointer))
    if let scope = own.scope { add(scope) }
  }

  private mutating func add(_ scope: any ComposedScope.Type) {
    if !scopes.contains(where: { $0 == scope }) { scopes.append(scope) }
  }

  private mutating func refuse(_ problem: CompositionError.Problem.Kind, _ property: String, _ site: RegistrationSite? = nil) {
    problems.append(CompositionError.Problem(kind: problem, property: property, site: site))
  }

  private mutating func register(_ object: Object) -> ComposedRegistration {
    let gathering = Gathering(in: container, scope: object.definition.scope?.kind)
    let name = Name(prefix + object.property)
    let registration = object.definition.registration(of: object.owner, name, gathering)
    for problem in gathering.problems { refuse(problem, object.property, object.definition.site) }
    return ComposedRegistration(registration: registration, property: object.property, needs: gathering.dependencies)
  }
}

import Holdfast

/// Makes a container of a composition.
struct Composer {
  private let container: Container
  /// Whether nothing else is registered.
  private let isNew: Bool
  /// What the names of its objects begin with.
  private let prefix: String
  private var objects: [Object] = []
  /// Those of its objects, in their order, and one of its own.
  private var numbers: Range<UInt> = 0..<0
  private var extensions: [(Gathering.Target, index: Int, needs: [Dependency])] = []
  /// Whether it has a property that stands for others.
  private var hasRequirements = false
  private var scopes: [any ComposedScope.Type] = []
  private var problems: [CompositionError.Problem] = []

  private struct Object {
    let handle: Handle
    let definition: Definition
    let name: Name
    let property: Name
    let owner: UnsafeRawPointer
  }

  /// - Parameter prefix: what the names of its objects begin with; nil for those of a container of their own.
  init(_ container: Container, prefix: String?) {
    self.container = container
    self.prefix = prefix ?? ""
    isNew = prefix == nil || container.keys(includingParent: true).isEmpty
  }

  /// Registers the objects of `root`. Throws before anything is registered, if it finds a mistake.
  mutating func compose<Root: Composition>(_ root: Root, overriding: ((Overrides, Root) throws -> Void)?) throws {
    let tree = Tree(of: KeptCopy(of: root))
    let placement = tree.placement
    defer { withExtendedLifetime(placement) {} }
    for hidden in tree.hidden { refuse(.notReflected("\(hidden.type)"), hidden.path.isEmpty ? "\(Root.self)" : hidden.path) }
    numbers = Handle.numbers(for: tree.properties.count + 1)
    objects.reserveCapacity(tree.properties.count)
    for found in tree.properties { add(found.property, found.path, found.surroundings, placement) }
    let gathering = Gathering(in: container)
    var registrations: [ComposedRegistration] = []
    registrations.reserveCapacity(objects.count)
    for index in objects.indices { registrations.append(register(index, gathering)) }
    if let overriding {
      let overrides = Overrides(in: container, of: registrations)
      try overriding(overrides, root)
      problems += overrides.put(into: &registrations)
    }
    let declarations = extend(&registrations)
    for cycle in Composer.cycles(among: registrations, numberedFrom: numbers.lowerBound) {
      let first = registrations[cycle[0]]
      refuse(.cycle(cycle.map { registrations[$0].key }), first.property.text, first.registration.site)
    }
    if !problems.isEmpty { throw CompositionError(problems) }
    let batch = Batch.forComposing()
    for scope in scopes where !container.contains(AnyKey(scope)) { scope.register(in: batch) }
    batch.addAll(registrations.map { $0.registration } + declarations)
    if hasRequirements { batch.keep(placement, number: numbers.lowerBound) }
    try container.compose(batch)
    Handle.find(objects.map { $0.handle }, in: container)
  }

  private mutating func add(_ property: Tree.Property, _ path: Name, _ surroundings: Surroundings, _ placement: Placement) {
    switch property {
    case .object(let handle): add(handle, path, surroundings)
    case .requirement(let requirement):
      hasRequirements = true
      if !requirement.put(in: surroundings, of: placement) { refuse(.composedTwice, path.text) }
    case .given(let scope): add(scope)
    }
  }

  private mutating func add(_ handle: Handle, _ path: Name, _ surroundings: Surroundings) {
    // A property of another composition that is passed on is composed where it belongs.
    guard let owner = surroundings.owners.last, owner.type == handle.owner else { return }
    guard let definition = handle.takeDefinition() else {
      // Two properties may be one and the same.
      if !objects.contains(where: { $0.handle === handle }) { refuse(.composedTwice, path.text) }
      return
    }
    // Only properties put their definitions into handles.
    let own = unsafeDowncast(definition, to: Definition.self)
    let name = prefix.isEmpty ? path : Name(prefix + path.text)
    if !isNew {
      let key = AnyKey(own.keyType, named: name)
      if container.contains(key) { refuse(.taken, path.text, own.site) }
    }
    handle.bind(own.keyType, named: name, in: container, number: numbers.lowerBound + UInt(objects.count))
    objects.append(Object(handle: handle, definition: own, name: name, property: path, owner: owner.pointer))
    if let scope = own.scope { add(scope) }
  }

  private mutating func add(_ scope: any ComposedScope.Type) {
    if !scopes.contains(where: { $0 == scope }) { scopes.append(scope) }
  }

  private mutating func refuse(_ problem: CompositionError.Problem.Kind, _ property: String, _ site: SourceSite? = nil) {
    problems.append(CompositionError.Problem(kind: problem, property: property, site: site))
  }

  private mutating func register(_ index: Int, _ gathering: Gathering) -> ComposedRegistration {
    let object = objects[index]
    gathering.begin(scope: object.definition.scope?.kind)
    let registration = object.definition.registration(of: object.owner, object.name, gathering)
    for problem in gathering.problems { refuse(problem, object.property.text, object.definition.site) }
    if let target = gathering.target { extensions.append((target, index, gathering.dependencies)) }
    return ComposedRegistration(
      registration: registration, property: object.property, key: AnyKey(object.definition.keyType, named: object.name),
      needs: gathering.dependencies, immediate: gathering.immediate)
  }

  /// Lets objects need their decorators; answers what objects need with those of their decorators and injectors.
  private mutating func extend(_ registrations: inout [ComposedRegistration]) -> [Registration] {
    var needs: [Int: [Dependency]] = [:]
    var targets: [Int: Gathering.Target] = [:]
    // By the objects that they complete, the injectors that await: a factory that needs such an object waits for these.
    var complete: [UInt: UInt] = [:]
    for (target, index, dependencies) in extensions {
      guard target.number >= numbers.lowerBound, target.number - numbers.lowerBound < registrations.count else {
        refuse(.unrelated(target.key), registrations[index].property.text, registrations[index].registration.site)
        continue
      }
      let object = Int(target.number - numbers.lowerBound)
      if target.extending != .decorator {
        registrations[index].immediate = target.extending == .injector ? [] : registrations[index].immediate + [target.number]
        needs[object, default: []] += dependencies.map { Dependency($0.key, $0.kind == .value ? .later : $0.kind, isInjected: true) }
      } else {
        registrations[object].immediate.append(numbers.lowerBound + UInt(index))
        needs[object, default: []] += dependencies
      }
      if target.extending == .asyncInjector { complete[target.number] = numbers.lowerBound + UInt(index) }
      targets[object] = target
    }
    if !complete.isEmpty {
      let waiting = Set(complete.values)
      for index in registrations.indices where !waiting.contains(numbers.lowerBound + UInt(index)) {
        registrations[index].immediate = registrations[index].immediate.map { complete[$0] ?? $0 }
      }
    }
    return targets.map { object, target in target.declaration(registrations[object].needs + (needs[object] ?? [])) }
  }
}

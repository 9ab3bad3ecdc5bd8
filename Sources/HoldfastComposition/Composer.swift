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
  private var scopes: [any ComposedScope.Type] = []
  private var problems: [CompositionError.Problem] = []

  private struct Object {
    let handle: Handle
    /// The path of the property.
    let property: Name
    /// The place of the composition that has it.
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
    let layout = Layout.of(Root.self)
    if layout.mayHaveRequirements {
      let copy = KeptCopy(of: root)
      // Its compositions stay where the needs are looked for.
      defer { withExtendedLifetime(copy) {} }
      try compose(root, Tree(layout, at: copy.place, keptBy: copy), overriding)
    } else {
      try withUnsafePointer(to: root) { try compose(root, Tree(layout, at: $0, keptBy: nil), overriding) }
    }
  }

  private mutating func compose<Root: Composition>(_ root: Root, _ tree: Tree, _ overriding: ((Overrides, Root) throws -> Void)?) throws {
    defer { withExtendedLifetime(tree) {} }
    for hidden in tree.hidden { refuse(.notReflected("\(hidden.type)"), hidden.path.isEmpty ? "\(Root.self)" : hidden.path) }
    for path in tree.unlisted { refuse(.notListed, path) }
    let placement = bindAll(of: tree)
    var (registrations, immediate) = registrations()
    if let overriding {
      let overrides = Overrides(in: container, of: registrations, properties: objects.map { $0.property })
      try overriding(overrides, root)
      problems += overrides.put(into: &registrations, &immediate)
    }
    if !extensions.isEmpty { registrations += extend(registrations, &immediate) }
    for cycle in immediate.cycles(numberedFrom: numbers.lowerBound) {
      refuse(.cycle(cycle.compactMap { objects[$0].handle.key }), objects[cycle[0]].property.text, registrations[cycle[0]].site)
    }
    if !problems.isEmpty { throw CompositionError(problems) }
    if let placement { registrations.append(.keeping(placement, number: numbers.lowerBound + UInt(tree.properties.count))) }
    if !scopes.isEmpty { registrations = registrationsOfScopes() + registrations }
    try container.compose(registrations)
  }

  /// Gives the properties their keys; answers where its requirements look, if there are any.
  private mutating func bindAll(of tree: Tree) -> Placement? {
    numbers = Handle.numbers(for: tree.properties.count + 1)
    objects.reserveCapacity(tree.properties.count)
    let placement = tree.hasRequirements ? tree.placement : nil
    for found in tree.properties {
      let surroundings = tree.surroundings[found.surroundings]
      switch found.property {
      case .object(let handle): add(handle, found.path, surroundings.owners.last)
      case .requirement(let requirement):
        if let placement, !requirement.put(in: surroundings, of: placement) { refuse(.composedTwice, found.path.text) }
      case .given(let scope): add(scope)
      }
    }
    return placement
  }

  private mutating func add(_ handle: Handle, _ path: Name, _ owner: Surroundings.Owner?) {
    // A property of another composition that is passed on is composed where it belongs.
    guard let owner, owner.type == handle.owner else { return }
    guard handle.claim() else {
      // Two properties may be one and the same.
      if !objects.contains(where: { $0.handle === handle }) { refuse(.composedTwice, path.text) }
      return
    }
    let name = prefix.isEmpty ? path : Name(prefix + path.text)
    if !isNew {
      let key = AnyKey(handle.keyType, named: name)
      if container.contains(key) { refuse(.taken, path.text, handle.site) }
    }
    handle.bind(to: name, in: container, number: numbers.lowerBound + UInt(objects.count))
    objects.append(Object(handle: handle, property: path, owner: owner.pointer))
    if let scope = handle.composedScope { add(scope) }
  }

  private mutating func add(_ scope: any ComposedScope.Type) {
    if !scopes.contains(where: { $0 == scope }) { scopes.append(scope) }
  }

  private mutating func refuse(_ problem: CompositionError.Problem.Kind, _ property: String, _ site: SourceSite? = nil) {
    problems.append(CompositionError.Problem(kind: problem, property: property, site: site))
  }

  /// What the properties register, and what each has to have before.
  private mutating func registrations() -> ([Registration], ImmediateNeeds) {
    let gathering = Gathering(in: container)
    gathering.reserve(forFactories: objects.count)
    var registrations: [Registration] = []
    registrations.reserveCapacity(objects.count)
    var ends: [Int] = []
    ends.reserveCapacity(objects.count)
    for (index, object) in objects.enumerated() {
      gathering.begin(scope: object.handle.composedScope?.kind)
      registrations.append(object.handle.registration(of: object.owner, gathering: gathering))
      ends.append(gathering.immediate.count)
      for problem in gathering.problems { refuse(problem, object.property.text, object.handle.site) }
      if let target = gathering.target { extensions.append((target, index, gathering.dependencies)) }
    }
    return (registrations, ImmediateNeeds(gathering.immediate, ends: ends))
  }

  /// Lets objects need their decorators; answers what objects need with those of their decorators and injectors.
  private mutating func extend(_ registrations: [Registration], _ immediate: inout ImmediateNeeds) -> [Registration] {
    var needs: [Int: [Dependency]] = [:]
    var targets: [Int: Gathering.Target] = [:]
    // By the objects that they complete, the injectors that await: a factory that needs such an object waits for these.
    var complete: [UInt: UInt] = [:]
    for (target, index, dependencies) in extensions {
      guard target.number >= numbers.lowerBound, target.number - numbers.lowerBound < registrations.count else {
        refuse(.unrelated(target.key), objects[index].property.text, registrations[index].site)
        continue
      }
      let object = Int(target.number - numbers.lowerBound)
      if target.extending != .decorator {
        immediate[index] = target.extending == .injector ? [] : immediate[index] + [target.number]
        needs[object, default: []] += dependencies.map { Dependency($0.key, $0.kind.isValue ? .later : $0.kind, isInjected: true) }
      } else {
        immediate[object] += [numbers.lowerBound + UInt(index)]
        needs[object, default: []] += dependencies
      }
      if target.extending == .asyncInjector { complete[target.number] = numbers.lowerBound + UInt(index) }
      targets[object] = target
    }
    if !complete.isEmpty {
      let waiting = Set(complete.values)
      for index in registrations.indices where !waiting.contains(numbers.lowerBound + UInt(index)) {
        immediate[index] = immediate[index].map { complete[$0] ?? $0 }[...]
      }
    }
    return targets.map { object, target in target.declaration(registrations[object].declaredNeeds + (needs[object] ?? [])) }
  }

  /// What scopes are given.
  private func registrationsOfScopes() -> [Registration] {
    let batch = Batch.forComposing()
    for scope in scopes where !container.contains(AnyKey(scope)) { scope.register(in: batch) }
    return batch.takenRegistrations()
  }
}

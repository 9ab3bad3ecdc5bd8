import OnceKernel

extension Name {
  /// Names under which definitions are overridden.
  private static let overriding = Guarded<Set<Name>>([])
  /// 1 once there is one: written with release, after the name went in, and read with acquire.
  private static let isUsed = AtomicWord(0)

  /// A name under which a definition is overridden. Remembered, as nothing is registered under it for a test to know of it.
  package static func overriding(definition name: Name) -> Name {
    overriding.withLock { _ = $0.insert(name) }
    isUsed.storeReleasing(1)
    return name
  }

  /// Whether a definition may be overridden under it.
  package var isOverriding: Bool {
    Name.isUsed.loadAcquiring() != 0 && Name.overriding.withLock { $0.contains(self) }
  }
}

/// A property or a function of an assembly of `HoldfastDefinitions` that makes an object.
package struct Definition {
  /// The definition's name, as `#function` spells it.
  fileprivate let function: String
  /// The type of its assembly.
  fileprivate let assembly: Any.Type
  /// The name of its objects.
  fileprivate let name: Name
  fileprivate let site: SourceSite

  package init(_ function: String, in assembly: Any.Type, _ name: Name, _ fileID: StaticString, _ line: UInt32) {
    self.function = function
    self.assembly = assembly
    self.name = name
    site = SourceSite(fileID, line)
  }
}

/// The source of the objects of an assembly of `HoldfastDefinitions`. It remembers for which caller the running definition resolves.
@usableFromInline
package final class DefinitionSource {
  private let core: Core
  /// Of the code that asked for the assembly.
  private let outer: Requester
  /// Of the definitions that are running, innermost last. Guard: touched in one isolation domain, as the assemblies that have it.
  @exclusivity(unchecked)  // no access calls out
  private var running: [Requester] = []
  /// The shared objects that were there when they were asked for. Guard: as `running`.
  @exclusivity(unchecked)  // no access calls out
  private var known = KnownDefinitions()

  fileprivate init(_ core: Core, _ outer: Requester) {
    self.core = core.innermost.lasting
    self.outer = outer
  }

  private var requester: Requester {
    if let inner = running.last { return inner }
    // One of a container's finds the run at each use.
    return outer.run == nil ? outer.aroundRun(asking: nil, in: core, on: core.thread) ?? outer : outer
  }

  package var resolution: FactoryResolver { requester.resolution(in: core) }

  /// The object of a definition without arguments, if that was there when it was asked for last: neither a name nor a lock is needed to find it.
  ///
  /// - Parameters:
  ///   - type: the object's.
  ///   - function: as `#function` spells the definition's name.
  ///   - assembly: the definition's.
  @usableFromInline
  package func find(_ type: Any.Type, _ function: String, in assembly: Any.Type) -> KnownObject {
    known.isEmpty || !running.isEmpty ? .none : known.find(type, function, in: assembly, of: core)
  }

  /// The object of a definition that callers share, if it is there, for a request that needs no more than a look.
  ///
  /// - Parameter keysVersion: of the registry, before it was found to have no override.
  private func existing<T>(_ recipe: Recipe<T>, of definition: Definition, _ core: Core, _ keysVersion: UInt) -> AnyObject? {
    guard recipe.form.isOfContainer, running.isEmpty, core.isAnsweredByLook(outer) else { return nil }
    let version = core.table.version.loadSequentiallyConsistent()
    guard let cell = core.cachedIfAny.existing?.existingCell(for: recipe), let instance = cell.instance else { return nil }
    // The source of a factory or of an override layer may be asked where a look is not enough.
    if core === self.core, core.base == nil, outer.run == nil {
      known.remember(T.self, definition.function, in: definition.assembly, instance, atVersion: version, keysVersion)
    }
    return instance
  }

  /// The object of a definition without arguments.
  package func object<T>(
    _ definition: Definition, _ lifetime: Lifetime<T>, _ make: () throws -> T, _ configure: (T) throws -> Void
  ) throws(ResolutionError) -> T {
    let key = AnyKey(T.self, named: definition.name)
    // The compiler writes a function with parameters, and no other, like this: `page(for:)`.
    let forgetsArguments = definition.function.hasSuffix(":)") && !lifetime.kind.isTransient
    if forgetsArguments { throw .forgottenArguments(key, definition.function, site: definition.site) }
    let core = core.innermost
    let keysVersion = core.registry.keysVersion.loadAcquiring()
    if core.cell(for: key) != nil { return try core.resolve(T.self, key.name, for: requester) }
    let recipe = core.definition(key, lifetime, definition.site)
    if let existing = existing(recipe, of: definition, core, keysVersion) { return Core.value(existing, as: T.self) }
    return try produce(recipe, in: core) {
      try core.checkingOverrides(of: key, make())
    } _: {
      try configure($0)
    } cell: { requester throws(ResolutionError) in
      try core.instanceCell(of: recipe, for: requester)
    }
  }

  /// The object that a definition makes from arguments.
  package func object<T, each A: Hashable & SendableMetatype>(
    _ definition: Definition, _ lifetime: Lifetime<T, repeat each A>, with arguments: repeat each A, make: () throws -> T,
    configure: (T) throws -> Void
  ) throws(ResolutionError) -> T {
    let key = AnyKey(T.self, named: definition.name, madeFrom: ArgumentPack<repeat each A>.self)
    let core = core.innermost
    if core.cell(for: key) != nil {
      return try core.resolve(T.self, key.name, with: ArgumentPack<repeat each A>((repeat each arguments)), for: requester)
    }
    let held = HeldByArguments(lifetime.kind, capacity: lifetime.capacity, dispose: lifetime.dispose)
    return try object(definition, ArgumentValues(repeat each arguments), held) {
      try core.checkingOverrides(of: key, make())
    } _: {
      try configure($0)
    }
  }

  private func object<T>(
    _ definition: Definition, _ arguments: ArgumentValues, _ lifetime: HeldByArguments<T>, _ make: () throws -> T,
    _ configure: (T) throws -> Void
  ) throws(ResolutionError) -> T {
    let (key, site) = (AnyKey(T.self, named: definition.name), definition.site)
    let core = core.innermost
    // A key type of its own, so that a property and a function of one name and type stay apart.
    let holder: ArgumentRecipe<T, ArgumentValues> = core.definition(
      AnyKey(WithArguments<T, ArgumentValues>.self, named: key.name), lifetime, site)
    let recipe = Recipe<T>(key, lifetime.kind, site, .sync { _ in throw ResolutionError.notRegistered(key) }, dispose: lifetime.dispose)
    return try produce(recipe, in: core, make, configure) { requester throws(ResolutionError) in
      if let known = withUnsafePointer(to: arguments, { core.taken(for: $0, from: holder) }) { return known }
      while true {
        let holderCell = try core.instanceCell(of: holder, for: requester)
        // unsafe: the arguments of a shared value are Sendable, as `define` demanded; a graph's stay with their caller.
        nonisolated(unsafe) let arguments = arguments
        let scope = core.scope(of: holder, for: requester)
        if let cell = try core.cell(for: arguments, in: holder.cache(in: holderCell), of: holder, scope, make: { recipe }) { return cell }
        // The cache was closed by a reset after it was found: look again.
        try core.checkPhase(key, for: requester)
      }
    }
  }

  /// Puts an object that was built elsewhere into the graph while `configure` runs.
  package func inject<T>(_ object: T, _ definition: Definition, _ configure: (T) throws -> Void) throws(ResolutionError) {
    try core.inLayers { core throws(ResolutionError) in try inject(object, definition, in: core, configure) }
  }

  private func inject<T>(
    _ object: T, _ definition: Definition, in core: Core, _ configure: (T) throws -> Void
  ) throws(ResolutionError) {
    try core.checkPhase(AnyKey(T.self, named: definition.name), for: requester)
    // The definition's own identity, so that the property of this name gives this object while the graph lasts.
    let guest = core.definition(AnyKey(T.self, named: definition.name), Lifetime<T>.graph, definition.site)
    try core.inGraph(requester) { requester throws(ResolutionError) in
      guard let cell = requester.graph?.cell(for: guest) else { return }
      cell.fill(guest.box(object))
      do {
        try run(requester.deeper) { try configure(object) }
      } catch {
        throw core.failure(error, of: guest)
      }
    }
  }

  private func produce<T>(
    _ recipe: Recipe<T>, in core: Core, _ make: () throws -> T, _ configure: (T) throws -> Void,
    cell: (Requester) throws(ResolutionError) -> OnceCell
  ) throws(ResolutionError) -> T {
    try core.inLayers { core throws(ResolutionError) in try produceHere(recipe, in: core, make, configure, cell: cell) }
  }

  private func produceHere<T>(
    _ recipe: Recipe<T>, in core: Core, _ make: () throws -> T, _ configure: (T) throws -> Void,
    cell: (Requester) throws(ResolutionError) -> OnceCell
  ) throws(ResolutionError) -> T {
    try core.checkPhase(recipe.key, for: requester)
    return try core.inGraph(requester) { requester throws(ResolutionError) in
      if recipe.form.isTransient {
        do {
          let deeper = try core.deeper(requester, recipe)
          let value = try run(deeper, make)
          try run(deeper) { try configure(value) }
          return value
        } catch {
          throw core.failure(error, of: recipe)
        }
      }
      let scope = core.scope(of: recipe, for: requester)
      let cell = try cell(requester)
      // The cell's own recipe, which is not this one when another call with equal arguments came first.
      let recipe = unsafeDowncast(cell.subject, to: Recipe<T>.self)
      let held = try withoutActuallyEscaping(make) { make throws(ResolutionError) in
        try withoutActuallyEscaping(configure) { configure throws(ResolutionError) in
          let given = BuildSteps.Given { resolution in
            try recipe.holdMade(self.run(resolution.requester, make), resolution)
          } inject: { held, resolution in
            try self.run(resolution.requester) { try configure(recipe.value(in: held)) }
          }
          return try core.share(cell, of: cell.subject, .given(given), for: requester)
        }
      }
      try core.checkOpen(scope, recipe)
      return recipe.value(in: held)
    }
  }

  /// Runs a part of a definition: what it asks this assembly, or others it made, for counts as its dependencies.
  private func run<Result>(_ requester: Requester, _ body: () throws -> Result) throws -> Result {
    running.append(requester)
    defer { running.removeLast() }
    return try requester.resolution(in: core).run { try body() }
  }
}

extension Container {
  /// The objects of the assemblies that a caller asks this container for.
  package var definitionSource: DefinitionSource { DefinitionSource(core, .anonymous) }
}

extension FactoryResolver {
  /// The objects of the assemblies that a factory asks for. They join its graph.
  package var definitionSource: DefinitionSource { DefinitionSource(core, requester) }
}

extension Core {
  /// The one recipe of a definition. Each request passes the definition's closures anew.
  fileprivate func definition<T>(_ key: AnyKey, _ lifetime: Lifetime<T>, _ site: SourceSite) -> Recipe<T> {
    let recipe = keptAside.changeRelatives { relatives in
      if let recipe = relatives.definitions[key] { return recipe }
      let recipe = Recipe<T>(key, lifetime.kind, site, .sync { _ in throw ResolutionError.notRegistered(key) }, dispose: lifetime.dispose)
      relatives.definitions[key] = recipe
      return recipe
    }
    // A key names one definition, and its type is part of the key.
    return unsafeDowncast(recipe, to: Recipe<T>.self)
  }

  /// The one holder of a definition with arguments.
  fileprivate func definition<T>(
    _ key: AnyKey, _ lifetime: HeldByArguments<T>, _ site: SourceSite
  ) -> ArgumentRecipe<T, ArgumentValues> {
    let holder = keptAside.changeRelatives { relatives in
      if let holder = relatives.definitions[key] { return holder }
      let holder = ArgumentRecipe<T, ArgumentValues>(
        key, lifetime.kind, site, .sync { _, _ in throw ResolutionError.notRegistered(key) },
        comparing: Comparing(values: ArgumentValues.self, keeping: lifetime.capacity),
        dispose: lifetime.dispose)
      relatives.definitions[key] = holder
      return holder
    }
    // Both types are part of the key.
    return unsafeDowncast(holder, to: ArgumentRecipe<T, ArgumentValues>.self)
  }

  /// The object of a definition that is not overridden. Throws if an override with another key was probably meant for it.
  fileprivate func checkingOverrides<T>(of key: AnyKey, _ value: T) throws -> T {
    guard key.name?.isOverriding == true else { return value }
    func isOf<Other>(_ type: Other.Type) -> Bool { (value as Any) is Other }
    for registration in registrations where registration.isNode && registration.key.name == key.name {
      let other = registration.key
      let mayBeMeant = other.arguments == key.arguments || other.arguments == nil || key.arguments == nil
      if mayBeMeant, _openExistential(other.valueType, do: isOf) {
        throw ResolutionError.unusedOverride(key, by: other, site: registration.site)
      }
    }
    return value
  }

  /// Whether it is the recipe of a definition, under whose key nothing is registered.
  func isDefinition(_ registration: Registration) -> Bool {
    withRelatives { $0.definitions[registration.key] === registration } ?? false
  }

  /// Where values are built aside: the cell of what the base has made of a definition from these arguments.
  fileprivate func taken(for arguments: UnsafePointer<ArgumentValues>, from holder: ArgumentRecipe<some Any, ArgumentValues>) -> OnceCell? {
    guard staging != nil, holder.form.isOfContainer, let kept = base?.cachedIfAny.existing?.existingCell(for: holder) else { return nil }
    return holder.cache(in: kept)?.builtCell(for: arguments)
  }

  /// Whose definitions it has: a core in which values are built aside has those of its base, as no replacement makes them anew.
  private var keptAside: Core { staging == nil ? self : base ?? self }

  /// The cell of a definition: the graph's, the scope's, or the container's.
  fileprivate func instanceCell(of recipe: Registration, for requester: Requester) throws(ResolutionError) -> OnceCell {
    if staging != nil, recipe.form.isOfContainer, !recipe.isCache, let known = base?.cachedIfAny.existing?.existingCell(for: recipe),
      base?.isKept(known) == true
    {
      return known
    }
    let registered = recipe.form.isInOwnCell ? cached.cell(for: recipe) : nil
    return try instanceCell(of: recipe, registered, for: requester)
  }
}

/// The lifetime of what a definition makes from arguments, whatever their types.
private struct HeldByArguments<Value> {
  let kind: LifetimeKind
  let capacity: Int?
  let dispose: Recipe<Value>.Dispose?

  init(_ kind: LifetimeKind, capacity: Int?, dispose: Recipe<Value>.Dispose?) {
    self.kind = kind
    self.capacity = capacity
    self.dispose = dispose
  }
}

/// The values of some arguments, compared one by one, and their types: functions of one name may differ in these alone.
private struct ArgumentValues: Hashable {
  private let types: ObjectIdentifier
  private let values: [AnyHashable]

  init<each A: Hashable>(_ arguments: repeat each A) {
    var values: [AnyHashable] = []
    repeat values.append(AnyHashable(each arguments))
    types = ObjectIdentifier(ArgumentPack<repeat each A>.self)
    self.values = values
  }
}

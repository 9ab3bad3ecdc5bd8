import OnceKernel

extension Core {
  /// The decorators and the injector for the values of a registration. A forward has none: those of its target have run.
  @inline(__always)  // most containers have none, and a miss asks twice
  func typeExtension(for recipe: Registration) -> AnyTypeExtension? {
    hasExtensions ? typeExtension(for: recipe, registeredExtension) : nil
  }

  /// The decorators and the injector of a registration, without taking anything over from a layer's base.
  func knownExtension(for recipe: Registration) -> AnyTypeExtension? {
    guard hasExtensions else { return nil }
    return typeExtension(for: recipe) { key in
      // Only extensions are registered under such a key.
      registration(for: key).map { unsafeDowncast($0, to: AnyTypeExtension.self) }
    }
  }

  @inline(never)
  private func typeExtension(for recipe: Registration, _ registered: (AnyKey) -> AnyTypeExtension?) -> AnyTypeExtension? {
    recipe.extendedBy.flatMap { typeExtension($0, named: recipe.key.name, registered) }
  }

  /// The decorators and the injector of a registration, for a caller that knows the type of its values.
  func typeExtension<T>(of type: T.Type, for recipe: Registration) -> TypeExtension<T>? {
    // It is found under the key of this type's extensions.
    typeExtension(for: recipe).map { unsafeDowncast($0, to: TypeExtension<T>.self) }
  }

  /// The decorators and the injector of a type and a name, if there are any: the type's decorators, then the name's; the name's injector, or else
  /// the type's.
  func typeExtension<T>(of type: T.Type, named name: Name?) -> TypeExtension<T>? {
    guard hasExtensions else { return nil }
    // Only extensions of this type are registered under this key.
    return typeExtension(AnyKey(Extended<T>.self), named: name, registeredExtension).map { unsafeDowncast($0, to: TypeExtension<T>.self) }
  }

  /// - Parameter key: that of the type's extensions.
  private func typeExtension(_ key: AnyKey, named name: Name?, _ registered: (AnyKey) -> AnyTypeExtension?) -> AnyTypeExtension? {
    let whole = registered(key)
    guard let name, let named = registered(AnyKey(key.type, named: name)) else { return whole }
    return whole?.with(named) ?? named
  }

  private func registeredExtension(_ key: AnyKey) -> AnyTypeExtension? {
    // Only extensions are registered under such a key.
    cell(for: key).map { unsafeDowncast($0.subject, to: AnyTypeExtension.self) }
  }

  var hasExtensions: Bool { registry.features.loadAcquiring() & Features.extensions != 0 || base?.hasExtensions == true }

  func inject<T>(into object: T, _ name: Name?, for requester: Requester) throws(ResolutionError) -> Bool {
    try inLayers { core throws(ResolutionError) in try core.injectHere(into: object, name, for: requester) }
  }

  private func injectHere<T>(into object: T, _ name: Name?, for requester: Requester) throws(ResolutionError) -> Bool {
    let key = AnyKey(T.self, named: name)
    let requester = requester.forRun(in: self)
    try checkPhase(key, for: requester)
    guard let ext = typeExtension(of: T.self, named: name), ext.injector != nil else {
      return try askParents(for: requester) { core, requester throws(ResolutionError) in
        try core.inject(into: object, name, for: requester)
      }
    }
    return try inGraph(requester) { requester throws(ResolutionError) in
      guard let graph = requester.graph else { return false }
      // Under its own registration, if it has one for graphs, so that each resolve of the type in this graph gets this object.
      let registered = self.cell(for: key)?.registration
      let own = registered?.form.isGraph == true ? registered as? Recipe<T> : nil
      let guest = own ?? Recipe<T>(key, .graph, ext.site, .sync { _ in throw ResolutionError.notInGraph(key) })
      guard let cell = graph.cell(for: guest) else { return false }
      cell.fill(guest.box(object))
      do {
        let resolution = requester.deeper.resolution(in: self)
        try resolution.run { try ext.inject(object, resolution) }
        return true
      } catch {
        throw failure(error, of: guest)
      }
    }
  }

  func inject(intoAny object: AnyObject, for requester: Requester) throws(ResolutionError) -> Bool {
    try inLayers { core throws(ResolutionError) in try core.injectHere(intoAny: object, for: requester) }
  }

  private func injectHere(intoAny object: AnyObject, for requester: Requester) throws(ResolutionError) -> Bool {
    for registration in registrations {
      guard let type = registration.extendsType as? AnyClass, type == Swift.type(of: object), registration.canInject(object) else {
        continue
      }
      return try registration.inject(into: object, in: self, for: requester)
    }
    var candidates = registrations.filter { $0.canInject(object) }
    // The nearest superclass is the one that is itself a kind of all other candidates.
    candidates.sort { left, right in left.isMoreSpecific(than: right) }
    guard let first = candidates.first else {
      return try askParents(for: requester) { core, requester throws(ResolutionError) in
        try core.inject(intoAny: object, for: requester)
      }
    }
    return try first.inject(into: object, in: self, for: requester)
  }

  /// Asks the containers that the parent leads to, until one has an injector.
  private func askParents(
    for requester: Requester, _ inject: (Core, Requester) throws(ResolutionError) -> Bool
  ) throws(ResolutionError) -> Bool {
    for handle in Requester.all(of: parent) {
      if try inject(handle.core, requester.passed(to: handle, isThroughHandle: requester.isHandles)) { return true }
    }
    return false
  }

  func existing<T>(
    _ type: T.Type, where matches: (AnyKey) -> Bool, _ key: AnyKey, for requester: Requester
  ) throws(ResolutionError) -> T {
    let cells = requester.inGraph(of: self).graph?.cells ?? []
    var found: [(name: Name?, value: T)] = []
    for cell in cells where matches(cell.registration.key) {
      found += cell.registration.values(in: cell).compactMap { $0 as? T }.map { (cell.registration.key.name, $0) }
    }
    switch found.count {
    case 1: return found[0].value
    case 0: throw .notInGraph(key)
    default: throw .ambiguous(key, names: found.map(\.name))
    }
  }
}

import OnceKernel

extension Core {
  /// Applies one registration and tells of it.
  func apply(_ registration: Registration) throws(ResolutionError) {
    // An observer is told what was there before, and a layer may first take something over.
    if base != nil || observers.isListening {
      try apply(BatchContents(registrations: [registration]))
      return
    }
    try counted { () throws(ResolutionError) in
      guard let removed = try registry.enter(with: registration, { $0.apply($1) }).get() else { return }
      discard(consume removed)
    }
  }

  /// Applies registrations, with the defaults that nothing else has the keys of, and tells of them.
  ///
  /// - Parameters:
  ///   - change: what assemblies change, if they made the batch. The answer says whether it came too late, and nothing was applied.
  ///   - isTold: whether observers are told of it.
  @discardableResult
  func apply(
    _ contents: BatchContents, by change: AssemblyChange? = nil, isTold: Bool = true
  ) throws(ResolutionError) -> Applied {
    let isTaken = contents.defaults.map { $0.contains(where: isTakenFurtherOut) }
    if base != nil { adoptExtensions(of: contents.registrations + contents.defaults.joined()) }
    let isListening = isTold && observers.isListening
    let known = isListening ? Set(contents.registrations.keys.filter { cell(for: $0) != nil }) : []
    return try counted { () throws(ResolutionError) in
      var applied = try registry.enter(with: (contents, isTaken, change)) { $0.apply($1.0, isTaken: $1.1, by: $1.2) }.get()
      if isListening {
        for registration in applied.registrations where registration.isNode {
          observers.tell(known.contains(registration.key) ? .replaced : .registered, registration)
        }
        let unregistered = contents.keysRemoved(besides: applied.registrations)
        for cell in applied.removed where unregistered.contains(cell.registration.key) { observers.tell(.unregistered, cell.registration) }
      }
      // Last: what is disposed of is told of after what caused it.
      discard(applied.takeRemoved())
      return applied
    }
  }

  /// The groups of defaults of a batch that would apply now.
  func defaultsToApply(of contents: BatchContents) -> [[Registration]] {
    if contents.defaults.isEmpty { return [] }
    let isTaken = contents.defaults.map { $0.contains(where: isTakenFurtherOut) }
    return registry.enter(with: (contents, isTaken)) { registry, given in
      registry.accepted(given.0.defaults, after: given.0.registrations, given.1).map { given.0.defaults[$0] }
    }
  }

  /// Whether a container that this one asks, or that it is a layer of, has what `registration` would be a default for.
  private func isTakenFurtherOut(_ registration: Registration) -> Bool {
    if Mutant.defaultShadowsParent.isActive { return false }
    if let existing = base?.registration(for: registration.key), registration.conflicts(with: existing) { return true }
    return registration.isNode && parentCores.registered(registration.key) != nil
  }

  /// Has a layer take over injectors and decorators of its base: those of a type that the layer extends, so that its own are added to them; those of
  /// an instance that exists, as its cell is filled only if nothing extends it; and those that suspend, with what they are for, as a factory that does
  /// not is refused beside them.
  func adoptExtensions(of registrations: [Registration]) {
    guard let base else { return }
    for registration in registrations where registration.needsTask {
      for made in base.registrations where made.isExtended(by: { $0 == registration.key }) { _ = cell(for: made.key) }
    }
    guard hasExtensions else { return }
    for registration in registrations {
      if registration.extendsType != nil { _ = cell(for: registration.key) }
      if registration.isExisting || knownExtension(for: registration)?.needsTask == true { _ = typeExtension(for: registration) }
    }
  }

  func reset(_ key: AnyKey) throws(ResolutionError) -> Bool {
    if let cell = cell(for: key), cell.registration.isCached {
      resetCached { $0.key == key }
      return true
    }
    return try counted { () throws(ResolutionError) in
      guard let removed = try registry.enter(with: key, { $0.reset($1) }).get() else { return false }
      observers.tell(.reset, removed.registration)
      discard(consume removed)
      return true
    }
  }

  /// Changes what is registered under `key`, or under what that wraps, as an Optional is never registered. Answers whether anything was.
  func change(_ key: AnyKey, _ body: (AnyKey) throws(ResolutionError) -> Bool) throws(ResolutionError) -> Bool {
    if try body(key) { return true }
    let wrapped = key.unwrapped
    return wrapped == key ? false : try body(wrapped)
  }

  func resetAll() throws(ResolutionError) {
    let forgotten = observers.isListening ? registrations.filter { $0.isNode && $0.keepsInstance } : []
    try counted { () throws(ResolutionError) in
      let removed = try registry.enter(with: cached, { $0.resetAll(with: $1) }).get()
      for registration in forgotten { observers.tell(.reset, registration) }
      discard(consume removed)
    }
  }

  func unregister(_ key: AnyKey) throws(ResolutionError) -> Bool {
    if isAdopted(key) { return false }
    return try counted { () throws(ResolutionError) in
      guard let removed = try registry.enter(with: key, { $0.unregister($1) }).get() else { return false }
      observers.tell(.unregistered, removed.registration)
      discard(consume removed)
      return true
    }
  }

  func unregisterAll() throws(ResolutionError) {
    try counted { () throws(ResolutionError) in
      // The instances of cached keys and definitions are in a table of their own.
      let removed = try registry.enter { $0.unregisterAll() }.get() + takeOutCached { _ in true }
      _ = registry.enter { $0.forgetAssemblies() }
      for registration in removed.map(\.registration) where registration.isNode { observers.tell(.unregistered, registration) }
      discard(consume removed)
    }
  }

  /// Disposes of what was removed from a table, and releases it.
  ///
  /// - Parameter renewed: keys of which only what was made without them is kept here.
  func discard(_ cells: consuming [OnceCell], without renewed: Set<AnyKey> = []) {
    var cells = cells
    if cells.contains(where: { $0.registration.isCached }) { takeCachedInstances(of: &cells) }
    cells = cells.expanded
    let wanting = needingDisposal(cells, .reset)
    if !wanting.isEmpty { retire(wanting, without: renewed) }
    // What is to be disposed of may use what was discarded before, until that is done. Known by their addresses, as `cells` keeps them.
    let wanted = Set(wanting.map(ObjectIdentifier.init))
    if hasDiscarded { noteRemoved(wanted.isEmpty ? cells : cells.filter { !wanted.contains(ObjectIdentifier($0)) }) }
    release(consume cells)
  }

  /// Disposes of what a removed cell holds, and releases it. Most changes remove a value without a disposer, which needs no list.
  func discard(_ cell: consuming OnceCell) {
    let registration = cell.registration
    if cell.kind.isShared, !registration.isCache, let instance = cell.instance, !registration.disposes(instance) {
      if hasDiscarded { noteRemoved([cell]) }
      return
    }
    discard([consume cell])
  }

  /// Adds the instances of removed cached registrations, which are in a table of their own.
  private func takeCachedInstances(of cells: inout [OnceCell]) {
    let cachedOnes = cells.map(\.registration).filter(\.isCached)
    for registration in cachedOnes where cell(for: registration.key)?.registration !== registration {
      // Only the registered cell, so that a late caller finds it retired. An instance's cell is retired when the instance is disposed of.
      for cell in cells where cell.registration === registration && cell.kind.isGuarded { _ = cell.retire() }
      cells += takeOutCached { $0.registration === registration }
    }
  }

  /// Takes cached instances out; the caller releases them.
  func takeOutCached(where isRemoved: @escaping @Sendable (OnceCell) -> Bool) -> [OnceCell] {
    guard let cached = cachedIfAny.existing else { return [] }
    return registry.enter { $0.takeOut(from: cached, where: isRemoved) }
  }

  /// Removes the cached instances of the registrations that `isForgotten` picks.
  func resetCached(where isForgotten: @escaping @Sendable (Registration) -> Bool) {
    // A closed container disposes of everything itself.
    guard life.count(.run, served: { true }) else { return }
    defer { leaveAlone(.run) }
    let removed = takeOutCached { Mutant.groupResetsAll.isActive || isForgotten($0.registration) }
    if observers.isListening { for cell in removed { observers.tell(.reset, cell.registration) } }
    discard(consume removed)
  }

  func contains(_ key: AnyKey) -> Bool {
    HeldLocks.expectNone()
    let key = key.unwrapped
    return inLayers { $0.isRegistered(key) || $0.parentContains(key) }
  }

  func peek<T>(_ type: T.Type, _ name: Name?) -> T? {
    Mutant.peekIgnoresLayer.isActive ? peekHere(type, name) : inLayers { $0.peekHere(type, name) }
  }

  private func peekHere<T>(_ type: T.Type, _ name: Name?) -> T? {
    // A closed container has disposed of everything, or is about to.
    if life.state.isClosed { return nil }
    guard let cell = cell(for: AnyKey(T.self, named: name)) else {
      return (T.self as? any AnyOptional.Type).flatMap { peekWrapped($0, name) }
    }
    // The key's type is part of what was looked up, and only this type's recipe makes its cell.
    let recipe = unsafeDowncast(cell.subject, to: Recipe<T>.self)
    let instanceCell = if recipe.isCached { cached.existingCell(for: recipe) } else { cell as OnceCell? }
    return instanceCell.flatMap { published(recipe, $0) }.map { recipe.value(in: $0) }
  }
}

extension AnyKey {
  /// The key itself, or that of the type which an Optional wraps, with the same arguments.
  package var unwrapped: AnyKey {
    guard OptionalTypes.contain(type) else { return self }
    if let optional = type as? any AnyOptional.Type { return AnyKey(optional.wrapped, named: name).unwrapped }
    guard let wrapped = (type as? any AnyWithArguments.Type)?.unwrapped else { return self }
    return AnyKey(wrapped, named: name).unwrapped
  }
}

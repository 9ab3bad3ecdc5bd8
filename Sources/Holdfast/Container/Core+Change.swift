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
      guard let gone = try registry.enter(with: registration, { $0.apply($1) }).get() else { return }
      learnedIfAny.existing?.forget([registration.key]) { contains($0) }
      giveUp(consume gone)
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
    adoptExtensions(of: contents.registrations + contents.defaults.joined())
    let isListening = isTold && observers.isListening
    let known = isListening ? Set(contents.registrations.map(\.key).filter { cell(for: $0) != nil }) : []
    return try counted { () throws(ResolutionError) in
      var applied = try registry.enter { $0.apply(contents, isTaken: isTaken, by: change) }.get()
      // What an old factory resolved says nothing of the new one.
      if !applied.gone.isEmpty { learnedIfAny.existing?.forget(applied.registrations.map(\.key)) { contains($0) } }
      if isListening {
        for registration in applied.registrations where registration.isNode {
          observers.tell(known.contains(registration.key) ? .replaced : .registered, registration.key)
        }
      }
      // Last: what is disposed of is told of after what caused it.
      giveUp(applied.takeGone())
      return applied
    }
  }

  /// Whether a container that this one asks, or that it is a layer of, has what `registration` would be a default for.
  private func isTakenFurtherOut(_ registration: Registration) -> Bool {
    if let existing = base?.registration(for: registration.key), registration.conflicts(with: existing) { return true }
    return registration.isNode && parentCores.registered(registration.key) != nil
  }

  /// Has a layer take over the injector and decorators that its base has: those of a type, so that those that come to it are added to them, and those
  /// of what exists already, whose cell is filled if nothing decorates it.
  func adoptExtensions(of registrations: [Registration]) {
    guard base != nil, hasExtensions else { return }
    for registration in registrations {
      if registration.extendsType != nil { _ = cell(for: registration.key) }
      if registration.making == .existing { _ = typeExtension(for: registration) }
    }
  }

  func reset(_ key: AnyKey) throws(ResolutionError) -> Bool {
    if let cell = cell(for: key), cell.registration.isCached {
      resetCached { $0.key == key }
      return true
    }
    return try counted { () throws(ResolutionError) in
      guard let gone = try registry.enter(with: key, { $0.reset($1) }).get() else { return false }
      observers.tell(.reset, key)
      giveUp(consume gone)
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
      let gone = try registry.enter(with: cached, { $0.resetAll(with: $1) }).get()
      for registration in forgotten { observers.tell(.reset, registration.key) }
      giveUp(consume gone)
    }
  }

  func unregister(_ key: AnyKey) throws(ResolutionError) -> Bool {
    if isAdopted(key) { return false }
    return try counted { () throws(ResolutionError) in
      guard let gone = try registry.enter(with: key, { $0.unregister($1) }).get() else { return false }
      learnedIfAny.existing?.forget([key]) { contains($0) }
      observers.tell(.unregistered, key)
      giveUp(consume gone)
      return true
    }
  }

  func unregisterAll() throws(ResolutionError) {
    try counted { () throws(ResolutionError) in
      // What cached keys and definitions keep lies apart.
      let gone = try registry.enter { $0.unregisterAll() }.get() + (cachedIfAny.existing?.takeOut { _ in true } ?? [])
      _ = registry.enter { $0.forgetAssemblies() }
      learnedIfAny.existing?.forget(gone.map(\.registration.key)) { contains($0) }
      for registration in gone.map(\.registration) where registration.isNode { observers.tell(.unregistered, registration.key) }
      giveUp(consume gone)
    }
  }

  /// Disposes of, and releases, what was taken out of a table.
  func giveUp(_ cells: consuming [OnceCell]) {
    var cells = cells
    if cells.contains(where: { $0.registration.isCached }) { takeCachedInstances(of: &cells) }
    cells = cells.expanded
    disposeLater(cells, .reset)
    release(consume cells)
  }

  /// The same for one cell. What most changes take away is built and has no disposer, and needs no list.
  func giveUp(_ cell: consuming OnceCell) {
    let registration = cell.registration
    if cell.kind == .shared, !registration.isCache, let instance = cell.instance, !registration.disposes(instance) { return }
    giveUp([consume cell])
  }

  /// Adds what cached registrations keep elsewhere, which goes with them.
  private func takeCachedInstances(of cells: inout [OnceCell]) {
    let cachedOnes = cells.map(\.registration).filter(\.isCached)
    for registration in cachedOnes where cell(for: registration.key)?.registration !== registration {
      // Only the registered one, which tells who comes late; an instance is retired by who disposes of it.
      for cell in cells where cell.registration === registration && cell.kind == .guarded { _ = cell.retire() }
      cells += cachedIfAny.existing?.takeOut { $0 === registration } ?? []
    }
  }

  /// Forgets the cached instances of the registrations that `isGone` picks.
  func resetCached(where isGone: (Registration) -> Bool) {
    // What is closed puts everything away itself, and no registry refuses this.
    guard life.enter(.run, served: { true }) else { return }
    defer { leaveAlone(.run) }
    let gone = cached.takeOut(where: isGone)
    let keys = observers.isListening ? gone.map(\.registration.key) : []
    for key in keys { observers.tell(.reset, key) }
    giveUp(consume gone)
  }

  func contains(_ key: AnyKey) -> Bool {
    HeldLocks.expectNone()
    let key = key.unwrapped
    if let layer = OverrideBinding.current(of: self) { return layer.contains(key) }
    if let layers = OverrideBinding.missing(for: self) { return layers.run { contains(key) } }
    return isRegistered(key) || parentContains(key)
  }

  func peek<T>(_ type: T.Type, _ name: Name?) -> T? {
    if let layer = OverrideBinding.current(of: self) { return layer.peek(type, name) }
    // What is closed has put everything away, or is about to.
    if life.state.isClosed { return nil }
    guard let cell = cell(for: AnyKey(T.self, named: name)) else {
      return (T.self as? any AnyOptional.Type).flatMap { peekWrapped($0, name) }
    }
    // The key's type is part of what was looked up, and only this type's recipe makes its cell.
    let recipe = unsafeDowncast(cell.subject, to: Recipe<T>.self)
    let home = if recipe.isCached { cached.existingCell(for: recipe) } else { cell as OnceCell? }
    return home.flatMap { published(recipe, $0) }.map { recipe.value(in: $0) }
  }

  /// The last handle went: nothing resolves any more, and the instances are released in reverse order of their creation.
  ///
  /// Of a sealed core only when those who may still be reading it without a lock are gone too: then its own `deinit` does it.
  func leave() {
    HeldLocks.expectNone()
    // A shutdown that goes on puts everything away itself.
    if shutdownIfAny.existing?.isUnderway != true { abandon() }
  }

  /// Nothing resolves here any more, whatever is under way.
  func abandon() {
    _ = life.close()
    let isSealed = registry.enter { registry in
      registry.turnHitsIntoMisses()
      return registry.sealedBy != nil
    }
    closeFronts()
    leaveParentsLayers()
    // What lives apart is never read without a lock.
    release((isSealed ? [] : registry.enter { $0.close() }) + closeCached() + scopedInstances)
    _ = registry.enter { $0.forgetAssemblies() }
    observers.end(self)
  }
}

extension AnyKey {
  /// The key itself, or of what an Optional wraps; with the same arguments, if it is made from any.
  package var unwrapped: AnyKey {
    if let optional = type as? any AnyOptional.Type { return AnyKey(optional.wrapped, named: name).unwrapped }
    guard let wrapped = (type as? any AnyWithArguments.Type)?.unwrapped else { return self }
    return AnyKey(wrapped, named: name).unwrapped
  }
}

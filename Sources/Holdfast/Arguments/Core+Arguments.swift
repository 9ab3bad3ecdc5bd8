public import OnceKernel

extension Core {
  @inlinable @inline(__always)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    try resolve(type, name, key: Taking<T, Arguments>.self, with: arguments, for: requester)
  }

  /// - Parameter key: `Taking<T, Arguments>.self`, from who knows the types.
  @inlinable @inline(__always)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let phase = table.phase.loadInTotalOrder()
    if phase == Phase.open || phase == Phase.sealed {
      let place = place(of: key, name, under: phase)
      if place.isTransient { return try make(type, at: place, arguments, for: requester) }
      place.leave()
    }
    return try resolveSlowly(type, name, with: arguments, for: requester)
  }

  /// A transient's value, made on the spot, for callers that go on asynchronously otherwise.
  @inlinable @inline(__always)
  func fastPath<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T? {
    let phase = table.phase.loadInTotalOrder()
    guard phase == Phase.open || phase == Phase.sealed else { return nil }
    let place = place(of: Taking<T, Arguments>.self, name, under: phase)
    if place.isTransient { return try make(type, at: place, arguments, for: requester) }
    place.leave()
    return nil
  }

  /// Leaves the place of a transient and makes its value.
  @inlinable @inline(__always)
  func make<T, Arguments>(
    _ type: T.Type, at place: Place, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let recipe = Core.recipe(place.cell.unsafelyUnwrapped, of: type, taking: Arguments.self)  // a place that is a transient's has a cell
    place.leave()
    return try make(recipe, arguments, for: requester, on: place.record ?? Threads.record(table.threadKey))
  }

  @inlinable @inline(__always)
  static func recipe<T, Arguments>(
    _ cell: Unmanaged<OnceCell>, of type: T.Type, taking: Arguments.Type
  ) -> ArgumentRecipe<T, Arguments> {
    // Both types are part of the key that was looked up, and only their recipe makes its cell.
    cell._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: ArgumentRecipe<T, Arguments>.self) }
  }

  @inlinable @inline(__always)
  func make<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, for requester: Requester,
    on record: UnsafeMutablePointer<ThreadRecord>
  ) throws(ResolutionError) -> T {
    let outer = record.pointee.context
    guard requester.isPlain(in: self, inside: outer), !Stack.isNearlyExhausted(record) else {
      return try makeDeep(recipe, arguments, for: requester)
    }
    // Balanced by the scope: the caller keeps the context, and the outer value is put back before it returns.
    let own = requester.run
    record.pointee.context = own
    defer { record.pointee.context = outer }
    do {
      let value = try recipe.make(Resolution(context: requester.context, depth: requester.depth &+ 1), arguments)
      if UInt(bitPattern: record.pointee.context?.toOpaque()) != UInt(bitPattern: own.toOpaque()) { throw Core.failureOfRun() }
      return value
    } catch {
      throw failure(error, of: recipe, endingRun: own, on: record)
    }
  }

  /// A transient with arguments that is nested deep. The same key may come again with other arguments, so only the depth ends it.
  @usableFromInline @inline(never)
  func makeDeep<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let requester = requester.forRun(asking: recipe.key, in: self)
    try checkDepth(requester.depth, recipe)
    let resolution = requester.deeper.resolution(in: self)
    do {
      return try resolution.run { try recipe.make(resolution, arguments) }
    } catch {
      throw failure(error, of: recipe)
    }
  }

  @usableFromInline @inline(never)
  func resolveSlowly<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if let layer = Layers.current(of: self) { return try layer.resolve(type, name, with: arguments, for: requester) }
    if let layers = Layers.missing(for: self) {
      return try layers.run { () throws(ResolutionError) in try resolveSlowly(type, name, with: arguments, for: requester) }
    }
    let key = AnyKey(Taking<T, Arguments>.self, named: name)
    let requester = requester.forRun(asking: key, in: self)
    try checkPhase(key, for: requester)
    guard let cell = cell(for: key) else {
      if let optional = type as? any AnyOptional.Type { return try resolveWrapped(optional, name, with: arguments, for: requester) }
      if let parent { return try parent.resolve(request(key, type, name, arguments, requester)) }
      try checkPhase(key, for: requester)
      throw notRegistered(key)
    }
    // Both types are part of the key that was looked up, and only their recipe makes its cell.
    let recipe = unsafeDowncast(cell.subject, to: ArgumentRecipe<T, Arguments>.self)
    switch recipe.lifetime {
    case .transient: return try makeTransient(recipe, arguments, for: requester)
    case .graph:
      return try inGraph(requester) { requester throws(ResolutionError) in
        let (recipe, cell) = try place(recipe, arguments, cell, for: requester)
        return try share(recipe, cell, work(of: recipe), for: requester)
      }
    case .singleton, .weak, .scoped, .cached:
      let (recipe, cell) = try place(recipe, arguments, cell, for: requester)
      if let held = published(recipe, cell) { return recipe.value(in: held) }
      return try share(recipe, cell, work(of: recipe), for: requester)
    }
  }

  @inlinable @inline(__always)
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if let value = try fastPath(type, name, with: arguments, for: requester) { return sent(value) }
    return try await resolveSlowly(type, name, with: arguments, for: requester)
  }

  @usableFromInline @inline(never)
  nonisolated(nonsending) func resolveSlowly<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if let layer = Layers.current(of: self) { return try await layer.resolve(type, name, with: arguments, for: requester) }
    if let layers = Layers.missing(for: self) {
      return sent(
        try await layers.run { () async throws(ResolutionError) in
          try await resolveSlowly(type, name, with: arguments, for: requester)
        })
    }
    let key = AnyKey(Taking<T, Arguments>.self, named: name)
    let requester = requester.forRun(asking: key, in: self)
    try checkPhase(key, for: requester)
    guard let cell = cell(for: key) else {
      if let optional = type as? any AnyOptional.Type {
        return sent(try await resolveWrapped(optional, name, with: arguments, for: requester))
      }
      if let parent { return sent(try await parent.resolve(request(key, type, name, arguments, requester))) }
      try checkPhase(key, for: requester)
      throw notRegistered(key)
    }
    // Both types are part of the key that was looked up, and only their recipe makes its cell.
    let recipe = unsafeDowncast(cell.subject, to: ArgumentRecipe<T, Arguments>.self)
    switch recipe.lifetime {
    case .transient:
      guard typeExtension(of: T.self, named: name)?.needsMainActor == true else {
        return sent(try makeTransient(recipe, arguments, for: requester))
      }
      return sent(try await makeOnMain(recipe, arguments, for: requester))
    case .graph:
      return sent(
        try await inGraph(requester) { requester async throws(ResolutionError) in
          let (recipe, cell) = try place(recipe, arguments, cell, for: requester)
          return try await share(recipe, cell, work(of: recipe), for: requester)
        })
    case .singleton, .weak, .scoped, .cached:
      let (recipe, cell) = try place(recipe, arguments, cell, for: requester)
      if let held = published(recipe, cell) { return sent(recipe.value(in: held)) }
      return try await share(recipe, cell, work(of: recipe), for: requester)
    }
  }

  /// The cell that keeps the value for these arguments, and the recipe that fills it.
  private func place<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, _ registered: OnceCell, for requester: Requester
  ) throws(ResolutionError) -> (Recipe<T>, OnceCell) {
    var registered = registered
    while true {
      let home = try home(of: recipe, registered, for: requester)
      let place = recipe.cache(in: home)?.cell(for: arguments) {
        OnceCell(recipe.lifetime == .weak ? .guarded : .shared, subject: recipe.recipe(for: arguments))
      }
      if let (cell, gone) = place {
        if let gone { giveUp([gone]) }
        // The cache's cells are made a few lines above.
        return (unsafeDowncast(cell.subject, to: Recipe<T>.self), cell)
      }
      // The cache was closed by a reset or a replacement after it was found: look again.
      try checkPhase(recipe.key, for: requester)
      guard let current = cell(for: recipe.key), current.registration === recipe else {
        // Replaced or unregistered meanwhile: whoever found it before gets a value of it, for themselves.
        let own = recipe.recipe(for: arguments)
        let cell = OnceCell(.guarded, subject: own)
        // In no table: whoever builds in it has to see to its disposal.
        _ = cell.retire()
        return (own, cell)
      }
      registered = current
    }
  }

  private func makeTransient<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if usesGraphs && requester.graph == nil {
      return try inGraph(requester) { requester throws(ResolutionError) in try makeTransient(recipe, arguments, for: requester) }
    }
    guard let ext = typeExtension(of: T.self, named: recipe.key.name) else {
      return try make(recipe, arguments, for: requester, on: Threads.record(table.threadKey))
    }
    try checkDepth(requester.depth, recipe)
    do {
      let resolution = requester.deeper.resolution(in: self)
      return try resolution.run {
        let value = try ext.decorate(recipe.make(resolution, arguments), resolution)
        try ext.inject(value, resolution)
        return value
      }
    } catch {
      throw failure(error, of: recipe)
    }
  }

  /// A transient whose injector belongs to the main actor.
  nonisolated(nonsending) private func makeOnMain<T, Arguments>(
    _ recipe: ArgumentRecipe<T, Arguments>, _ arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> T {
    // unsafe: the caller waits, and main-actor injectors are registered for Sendable types only.
    nonisolated(unsafe) let arguments = arguments
    let made = await MainActor.run { () -> Result<Box<T>, ResolutionError> in
      Result { () throws(ResolutionError) in Box(try makeTransient(recipe, arguments, for: requester)) }
    }
    return try made.get().value
  }

  private func request<T, Arguments>(
    _ key: AnyKey, _ type: T.Type, _ name: Name?, _ arguments: Arguments, _ requester: Requester
  ) -> ResolutionRequest<T> {
    ResolutionRequest(key, requester) { core, requester throws(ResolutionError) in
      try core.resolve(type, name, with: arguments, for: requester)
    } asynchronously: { core, requester async throws(ResolutionError) in
      try await core.resolve(type, name, with: arguments, for: requester)
    }
  }
}

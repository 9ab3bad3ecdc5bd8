import OnceKernel

extension Core {
  /// The cell that keeps the value for these arguments; its registration is the recipe that fills it.
  func instanceCell<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> OnceCell {
    if Arguments.self == NoArguments.self { return try instanceCell(of: registered.registration, registered, for: requester) }
    // The key's types are part of what was looked up, and only their recipe makes its cell.
    let recipe = unsafeDowncast(registered.subject, to: ArgumentRecipe<T, Arguments>.self)
    var registered = registered
    if let staging, let cell = taken(for: arguments, of: recipe, staging) { return cell }
    while true {
      let holder = try instanceCell(of: recipe, registered, for: requester)
      let scope = scope(of: recipe, for: requester)
      if let cell = try cell(for: arguments, in: recipe.cache(in: holder), of: recipe, scope, make: { recipe.recipe(for: arguments) }) {
        return cell
      }
      // The cache was closed by a reset or a replacement after it was found: look again.
      try checkPhase(recipe.key, for: requester)
      guard let current = cell(for: recipe.key), current.registration === recipe else {
        // Replaced or unregistered meanwhile: a caller that found it before gets a value of it, for itself.
        let cell = OnceCell(.guarded, subject: recipe.recipe(for: arguments))
        // In no table: the build has to see to its disposal.
        _ = cell.retire()
        return cell
      }
      registered = current
    }
  }

  /// Where values are built aside: the cell of a value of these arguments that the base has, and that stays as it is.
  private func taken<T, Arguments>(
    for arguments: Arguments, of recipe: ArgumentRecipe<T, Arguments>, _ staging: Staging
  ) -> OnceCell? {
    guard let base, recipe.isCache, !recipe.isScoped, !staging.rebuilds(recipe.key), let holder = base.holder(of: recipe),
      let cell = withUnsafePointer(to: arguments, { recipe.cache(in: holder)?.builtCell(for: $0) })
    else { return nil }
    staging.noteUse(of: holder, recipe.key)
    return cell
  }

  /// The cell of the container that holds what is kept of a registration by arguments; nil if it is not registered here, or nothing is kept yet.
  func holder(of registration: Registration) -> OnceCell? {
    guard let registered = ownCell(for: registration.key), registered.registration === registration else { return nil }
    return registration.isCached ? cachedIfAny.existing?.existingCell(for: registration) : registered
  }

  /// The cell for these arguments; nil if the cache was closed by a reset or a replacement after it was found.
  ///
  /// - Parameter scope: the scope whose cache it is, if it is one's.
  func cell<Arguments>(
    for arguments: Arguments, in cache: ArgumentCache?, of recipe: Registration, _ scope: Run.Scope?, make: () -> Registration
  ) throws(ResolutionError) -> OnceCell? {
    if let cache, let (cell, evicted) = withUnsafePointer(to: arguments, { cache.cell(for: $0) { make().makeInstanceCell() } }) {
      if let evicted { discard(evicted, of: scope) { cache.letGo(evicted) } }
      return cell
    }
    let remains = if let scope { EndBlockers.remains(of: scope.instances) } else { EndBlockers.remains(of: self) }
    guard let remains, let cache else { return nil }
    // Closed by an end, whose disposer asks.
    let found = withUnsafePointer(to: arguments) { cache.cell(for: $0, evenIfClosed: true) { make().makeInstanceCell() } }?.cell
    if let cell = found.flatMap(remains.cell) { return cell }
    if recipe.isScoped { throw scopeEndedError(for: recipe) }
    throw shutDownError(for: recipe.key)
  }
}

extension Registration {
  /// The recipe of a value, once its arguments are known.
  func recipe<T, Arguments>(of type: T.Type, with arguments: Arguments) -> Recipe<T> {
    if Arguments.self == NoArguments.self {
      return unsafeDowncast(self, to: Recipe<T>.self)  // the type is part of the key that was looked up
    }
    // Both types are part of the key that was looked up.
    return unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self).recipe(for: arguments)
  }

  /// Makes a value on the calling thread.
  func make<T, Arguments>(_ type: T.Type, _ resolution: FactoryResolver, _ arguments: Arguments) throws -> T {
    if Arguments.self == NoArguments.self {
      return try unsafeDowncast(self, to: Recipe<T>.self).make(resolution)  // the type is part of the key that was looked up
    }
    return try unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self).make(resolution, arguments)  // both types are part of that key
  }
}

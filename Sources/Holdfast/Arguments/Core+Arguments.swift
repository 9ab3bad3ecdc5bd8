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

  @inlinable @inline(__always)
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    let phase = table.phase.loadInTotalOrder()
    if phase == Phase.open || phase == Phase.sealed {
      let place = place(of: Taking<T, Arguments>.self, name, under: phase)
      if place.isTransient { return sent(try make(type, at: place, arguments, for: requester)) }
      place.leave()
    }
    return try await resolveSlowly(type, name, with: arguments, for: requester)
  }

  /// Leaves the place of a transient and makes its value.
  @inlinable @inline(__always)
  func make<T, Arguments>(
    _ type: T.Type, at place: Place, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    // A place that is a transient's has a cell.
    let recipe = place.cell.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      // Both types are part of the key that was looked up, and only their recipe makes its cell.
      unsafeDowncast($0.subject, to: ArgumentRecipe<T, Arguments>.self)
    }
    place.leave()
    return try make(recipe, for: requester, on: place.reader ?? Threads.record(table.threadKey)) {
      try recipe.make($0, arguments)
    } orDeep: { () throws(ResolutionError) in
      try makeDeep(recipe, arguments, for: requester)
    }
  }

  /// The cell that keeps the value for these arguments, and the recipe that fills it.
  func place<T, Arguments>(
    _ type: T.Type, _ registered: OnceCell, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> (Recipe<T>, OnceCell) {
    if Arguments.self == Void.self {
      // The key's type is part of what was looked up, and only this type's recipe makes its cell.
      return (unsafeDowncast(registered.subject, to: Recipe<T>.self), try home(of: registered.registration, registered, for: requester))
    }
    // As above, for both types.
    let recipe = unsafeDowncast(registered.subject, to: ArgumentRecipe<T, Arguments>.self)
    var registered = registered
    while true {
      let home = try home(of: recipe, registered, for: requester)
      let place = recipe.cache(in: home)?.cell(for: arguments) { recipe.recipe(for: arguments).makeInstanceCell() }
      if let (cell, gone) = place {
        if let gone { giveUp([gone]) }
        // The cache's cells are made a few lines above.
        return (unsafeDowncast(cell.subject, to: Recipe<T>.self), cell)
      }
      // The cache was closed by a reset or a replacement after it was found: look again.
      try checkPhase(recipe.key, for: requester)
      guard let current = cell(for: recipe.key), current.registration === recipe else {
        // Replaced or unregistered meanwhile: a caller that found it before gets a value of it, for itself.
        let own = recipe.recipe(for: arguments)
        let cell = OnceCell(.guarded, subject: own)
        // In no table: the build has to see to its disposal.
        _ = cell.retire()
        return (own, cell)
      }
      registered = current
    }
  }
}

extension Registration {
  /// The recipe of a value, once its arguments are known.
  func recipe<T, Arguments>(of type: T.Type, with arguments: Arguments) -> Recipe<T> {
    if Arguments.self == Void.self {
      return unsafeDowncast(self, to: Recipe<T>.self)  // the type is part of the key that was looked up
    }
    // Both types are part of the key that was looked up.
    return unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self).recipe(for: arguments)
  }

  /// Makes a value on the calling thread.
  func make<T, Arguments>(_ type: T.Type, _ resolution: Resolution, _ arguments: Arguments) throws -> T {
    if Arguments.self == Void.self {
      return try unsafeDowncast(self, to: Recipe<T>.self).make(resolution)  // as above
    }
    return try unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self).make(resolution, arguments)  // as above
  }
}

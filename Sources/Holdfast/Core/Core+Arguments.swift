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
    while true {
      let holder = try instanceCell(of: recipe, registered, for: requester)
      let found = recipe.cache(in: holder)?.cell(for: arguments) { recipe.recipe(for: arguments).makeInstanceCell() }
      if let (cell, evicted) = found {
        if let evicted { discard([evicted], of: scope(of: recipe, for: requester)) }
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
  func make<T, Arguments>(_ type: T.Type, _ resolution: Resolution, _ arguments: Arguments) throws -> T {
    if Arguments.self == NoArguments.self {
      return try unsafeDowncast(self, to: Recipe<T>.self).make(resolution)  // the type is part of the key that was looked up
    }
    return try unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self).make(resolution, arguments)  // both types are part of that key
  }
}

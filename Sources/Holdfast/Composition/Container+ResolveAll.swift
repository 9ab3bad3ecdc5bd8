extension Container {
  /// Resolves every registration of a type, named or not, in the order in which they were registered.
  ///
  /// ```swift
  /// let plugins = try container.resolveAll((any Plugin).self)
  /// ```
  ///
  /// `includingParent` puts what the parent has in front; what this container shadows is left out there.
  ///
  /// - Complexity: looks at every registration once.
  public func resolveAll<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }

  /// Resolves every registration of a type, in order, suspending while one of them is built. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = false
  ) async throws(ResolutionError) -> [T] {
    try await core.resolveAllInTask(type, includingParent, except: [], for: requester)
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolveAll` means the asynchronous one.
  public func resolveAllNow<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }
}

extension Resolution {
  /// Resolves every registration of a type, named or not, in the order in which they were registered.
  public func resolveAll<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }

  /// Resolves every registration of a type, in order, suspending while one of them is built. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = false
  ) async throws(ResolutionError) -> [T] {
    try await core.resolveAllInTask(type, includingParent, except: [], for: requester)
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolveAll` means the asynchronous one.
  public func resolveAllNow<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }
}

extension Scope {
  /// Resolves every registration of a type in this scope, named or not, in the order in which they were registered.
  public func resolveAll<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }

  /// Resolves every registration of a type in this scope, in order, suspending while one of them is built. Throws `ResolutionError`.
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = false
  ) async throws(ResolutionError) -> [T] {
    try await core.resolveAllInTask(type, includingParent, except: [], for: requester)
  }

  /// The synchronous form under a name of its own, for async functions and autoclosures, where plain `resolveAll` means the asynchronous one.
  public func resolveAllNow<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try core.resolveAll(type, includingParent, except: [], for: requester)
  }
}

extension Core {
  func resolveAll<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) throws(ResolutionError) -> [T] {
    if let layer = Layers.current(of: self) { return try layer.resolveAll(type, includingParent, except: shadowed, for: requester) }
    if let layers = Layers.missing(for: self) {
      return try layers.run { () throws(ResolutionError) in try resolveAll(type, includingParent, except: shadowed, for: requester) }
    }
    let keys = registrations.map(\.key).filter { $0.type == type && !shadowed.contains($0) }
    var values: [T] = []
    if includingParent, let parent = parent as? Container {
      values = try parent.core.resolveAll(type, true, except: shadowed.union(keys), for: requester)
    }
    for key in keys {
      do throws(ResolutionError) {
        values.append(try resolve(type, key.name, for: requester))
      } catch {
        // It was unregistered meanwhile.
        if !error.isMissing(key) { throw error }
      }
    }
    return values
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func resolveAllInTask<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) async throws(ResolutionError) -> [T] {
    if let layer = Layers.current(of: self) {
      return try await layer.resolveAllInTask(type, includingParent, except: shadowed, for: requester)
    }
    if let layers = Layers.missing(for: self) {
      return try await layers.run { () async throws(ResolutionError) in
        try await resolveAllInTask(type, includingParent, except: shadowed, for: requester)
      }
    }
    let keys = registrations.map(\.key).filter { $0.type == type && !shadowed.contains($0) }
    var values: [T] = []
    if includingParent, let parent = parent as? Container {
      values = try await parent.core.resolveAllInTask(type, true, except: shadowed.union(keys), for: requester)
    }
    for key in keys {
      do throws(ResolutionError) {
        values.append(try await resolve(type, key.name, for: requester))
      } catch {
        if !error.isMissing(key) { throw error }  // as above
      }
    }
    return values
  }
}

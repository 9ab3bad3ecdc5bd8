extension ContainerResolver {
  /// Resolves all registrations of a type, with and without names, in the order of registration.
  ///
  /// ```swift
  /// let plugins = try container.resolveAll((any Plugin).self)
  /// ```
  ///
  /// With `includingParent` the values of the parent come first, without those whose key this container has too.
  ///
  /// - Complexity: O(m log m) for m registrations of the type. The first call for any type looks at all registrations.
  public func resolveAll<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try access.core.resolveAll(T.self, includingParent, except: [], for: access.requester)
  }

  /// Resolves all registrations of a type, in the order of registration. Suspends while another caller builds one of them.
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = false
  ) async throws(ResolutionError) -> [T] {
    try await access.core.resolveAllInTask(T.self, includingParent, except: [], for: access.requester)
  }

  /// Resolves all synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous `resolveAll`.
  public func resolveAllNow<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try access.core.resolveAll(T.self, includingParent, except: [], for: access.requester)
  }

  /// The keys of what is contributed to a type, or to any, in the order of registration.
  package func contributions(to type: Any.Type? = nil) -> [AnyKey] {
    let core = access.core
    return (type.map { core.registrations(of: $0) } ?? core.registrations).map(\.key).filter(\.isContribution)
  }
}

extension Core {
  func resolveAll<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) throws(ResolutionError) -> [T] {
    if isOverridden(AnyKey([T].self)) { return try resolve([T].self, for: requester) }
    return try resolveEach(type, includingParent, except: shadowed, for: requester).map(\.value)
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func resolveAllInTask<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) async throws(ResolutionError) -> [T] {
    if isOverridden(AnyKey([T].self)) { return try await resolve([T].self, nil, for: requester) }
    return try await resolveEachInTask(type, includingParent, except: shadowed, for: requester).map(\.value)
  }

  /// Every registration of a type with its name.
  func resolveEach<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) throws(ResolutionError) -> [(name: Name?, value: T)] {
    if let layer = OverrideBinding.current(of: self) {
      return try layer.resolveEach(type, includingParent, except: shadowed, for: requester)
    }
    if let layers = OverrideBinding.missing(for: self) {
      return try layers.run { () throws(ResolutionError) in try resolveEach(type, includingParent, except: shadowed, for: requester) }
    }
    let keys = try keys(of: type, except: shadowed, for: requester)
    var values: [(name: Name?, value: T)] = []
    if includingParent, let parent = parent as? Container {
      let parent = parent.core
      if parent.isOverridden(AnyKey([T].self)) {
        values = try parent.resolve([T].self, for: requester).map { (nil, $0) }
      } else {
        values = try parent.resolveEach(type, true, except: shadowed.union(keys), for: requester)
      }
    }
    for key in keys {
      do throws(ResolutionError) {
        values.append((key.name, try resolve(type, key.name, for: requester)))
      } catch {
        // It was unregistered meanwhile.
        if !error.isMissing(key) { throw error }
      }
    }
    return values
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func resolveEachInTask<T>(
    _ type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) async throws(ResolutionError) -> [(name: Name?, value: T)] {
    if let layer = OverrideBinding.current(of: self) {
      return try await layer.resolveEachInTask(type, includingParent, except: shadowed, for: requester)
    }
    if let layers = OverrideBinding.missing(for: self) {
      return try await layers.run { () async throws(ResolutionError) in
        try await resolveEachInTask(type, includingParent, except: shadowed, for: requester)
      }
    }
    let keys = try keys(of: type, except: shadowed, for: requester)
    var values: [(name: Name?, value: T)] = []
    if includingParent, let parent = parent as? Container {
      let parent = parent.core
      if parent.isOverridden(AnyKey([T].self)) {
        values = try await parent.resolve([T].self, nil, for: requester).map { (nil, $0) }
      } else {
        values = try await parent.resolveEachInTask(type, true, except: shadowed.union(keys), for: requester)
      }
    }
    for key in keys {
      do throws(ResolutionError) {
        values.append((key.name, try await resolve(type, key.name, for: requester)))
      } catch {
        if !error.isMissing(key) { throw error }  // as above
      }
    }
    return values
  }

  /// What is registered of a type, in order; a factory that asks needs each of them.
  private func keys(of type: Any.Type, except shadowed: Set<AnyKey>, for requester: Requester) throws(ResolutionError) -> [AnyKey] {
    let keys = registrations(of: type).map(\.key).filter { !shadowed.contains($0) }
    // After that: one that is over has no registrations, and that there are none is not the answer.
    let running = requester.forRun(in: self)
    try checkPhase(AnyKey(type), for: running)
    if running.run?.core.container === container {
      running.learn(Dependency(AnyKey(type), .all), askedOf: self)
    } else {
      // What a parent has is not among the registrations of the one that asks.
      for key in keys { running.learn(Dependency(key, .optional), askedOf: self) }
    }
    return keys
  }

  /// Whether the override layer in force here, or one that it is in front of, has a registration of its own for a key.
  private func isOverridden(_ key: AnyKey) -> Bool {
    var next: Core? = innermost
    while let core = next, let base = core.base {
      if let registration = core.registration(for: key), base.registration(for: key) !== registration { return true }
      next = base
    }
    return false
  }
}

extension Dictionary where Key == Name {
  /// The values that have a name; of two with the same name the last one, which shadows the other.
  init(named values: [(name: Name?, value: Value)]) {
    self.init(minimumCapacity: values.count)
    for (name, value) in values {
      if let name, !name.isContribution { self[name] = value }
    }
  }
}

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
    try access.core.resolveAll(T.self, includingParent, for: access.requester)
  }

  /// Resolves all registrations of a type, in the order of registration. Suspends while another caller builds one of them.
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = false
  ) async throws(ResolutionError) -> [T] {
    try await access.core.resolveAllInTask(T.self, includingParent, for: access.requester)
  }

  /// Resolves all synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous `resolveAll`.
  public func resolveAllNow<T>(_ type: T.Type = T.self, includingParent: Bool = false) throws(ResolutionError) -> [T] {
    try access.core.resolveAll(T.self, includingParent, for: access.requester)
  }
}

/// Where values of a collection come from.
private enum CollectionPart {
  /// A registration of the type.
  case one(AnyKey, in: Core)
  /// The array that a layer has in the place of all that this core and its parents have.
  case whole(in: Core)
}

extension Core {
  func resolveAll<T>(_ type: T.Type, _ includingParent: Bool, for requester: Requester) throws(ResolutionError) -> [T] {
    try resolve(type, collection(of: type, includingParent, except: [], for: requester), for: requester).map(\.value)
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func resolveAllInTask<T>(
    _ type: T.Type, _ includingParent: Bool, for requester: Requester
  ) async throws(ResolutionError) -> [T] {
    try await resolve(type, collection(of: type, includingParent, except: [], for: requester), for: requester).map(\.value)
  }

  /// Every registration of a type here and in the parents, with its name.
  func resolveEach<T>(_ type: T.Type, for requester: Requester) throws(ResolutionError) -> [(name: Name?, value: T)] {
    try resolve(type, parts(of: type, true, except: [], for: requester), for: requester)
  }

  /// As above in a task: waits for asynchronous values.
  nonisolated(nonsending) func resolveEachInTask<T>(
    _ type: T.Type, for requester: Requester
  ) async throws(ResolutionError) -> [(name: Name?, value: T)] {
    try await resolve(type, parts(of: type, true, except: [], for: requester), for: requester)
  }

  private func resolve<T>(
    _ type: T.Type, _ parts: [CollectionPart], for requester: Requester
  ) throws(ResolutionError) -> [(name: Name?, value: T)] {
    var values: [(name: Name?, value: T)] = []
    for part in parts {
      switch part {
      case .whole(let core): values += try core.resolve([T].self, for: requester).map { (nil, $0) }
      case .one(let key, let core):
        do throws(ResolutionError) {
          values.append((key.name, try core.resolve(type, key.name, for: requester)))
        } catch {
          // It was unregistered meanwhile.
          if !error.isMissing(key) { throw error }
        }
      }
    }
    return values
  }

  nonisolated(nonsending) private func resolve<T>(
    _ type: T.Type, _ parts: [CollectionPart], for requester: Requester
  ) async throws(ResolutionError) -> [(name: Name?, value: T)] {
    var values: [(name: Name?, value: T)] = []
    for part in parts {
      switch part {
      case .whole(let core): values += try await core.resolve([T].self, nil, for: requester).map { (nil, $0) }
      case .one(let key, let core):
        do throws(ResolutionError) {
          values.append((key.name, try await core.resolve(type, key.name, for: requester)))
        } catch {
          if !error.isMissing(key) { throw error }  // as above
        }
      }
    }
    return values
  }

  /// Where all values of a type come from, in order.
  private func collection<T>(
    of type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) throws(ResolutionError) -> [CollectionPart] {
    if isOverridden(AnyKey([T].self)) { return [.whole(in: self)] }
    return try parts(of: type, includingParent, except: shadowed, for: requester)
  }

  /// The same, where what is registered here is meant itself and not the array that a layer has in its place.
  private func parts<T>(
    of type: T.Type, _ includingParent: Bool, except shadowed: Set<AnyKey>, for requester: Requester
  ) throws(ResolutionError) -> [CollectionPart] {
    if let layer = OverrideBinding.current(of: self) { return try layer.parts(of: type, includingParent, except: shadowed, for: requester) }
    if let layers = OverrideBinding.missing(for: self) {
      return try layers.run { () throws(ResolutionError) in try parts(of: type, includingParent, except: shadowed, for: requester) }
    }
    let keys = try keys(of: type, except: shadowed, for: requester)
    let own = keys.map { CollectionPart.one($0, in: self) }
    guard includingParent, let parent = parent as? Container else { return own }
    return try parent.core.collection(of: type, true, except: shadowed.union(keys), for: requester) + own
  }

  /// What is registered of a type, in order; a factory that asks needs each of them.
  private func keys(of type: Any.Type, except shadowed: Set<AnyKey>, for requester: Requester) throws(ResolutionError) -> [AnyKey] {
    let keys = registrations(of: type).map(\.key).filter { !shadowed.contains($0) }
    // After that: one that is over has no registrations, and that there are none is not the answer.
    try checkPhase(AnyKey(type), for: requester.forRun(in: self))
    if requester.isLearning, let asking = requester.run?.core { for key in keys { asking.learn(key, by: requester) } }
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

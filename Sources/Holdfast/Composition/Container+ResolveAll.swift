extension ContainerResolver {
  /// Resolves all registrations of a type, with and without names, in the order of registration.
  ///
  /// ```swift
  /// let plugins = try container.resolveAll((any Plugin).self)
  /// ```
  ///
  /// The values of the parent come first, without those whose key this container has too. Pass `includingParent: false` to leave them out. Where the
  /// array is registered itself, it is meant itself. A factory that asks for all of its own type gets the others.
  ///
  /// If there are none, the array is empty; `resolve([any Plugin].self)` throws `.notRegistered` then, unless the collection was declared.
  ///
  /// - Complexity: O(m log m) for m registrations of the type. The first call for any type looks at all registrations.
  @inlinable
  public func resolveAll<T>(_ type: T.Type = T.self, includingParent: Bool = true) throws(ResolutionError) -> [T] {
    let (core, requester) = (core, requester)  // once, as the compiler counts a reference each time
    if let values = core.existingValues(of: type, includingParents: includingParent, for: requester) { return values }
    return try core.resolveAll(type, includingParents: includingParent, for: requester)
  }

  /// Resolves all registrations of a type, in the order of registration. Suspends while another caller builds one of them.
  @inlinable
  nonisolated(nonsending) public func resolveAll<T>(
    _ type: T.Type = T.self, includingParent: Bool = true
  ) async throws(ResolutionError) -> [T] {
    let (core, requester) = (core, requester)  // once, as the compiler counts a reference each time
    if let values = core.existingValues(of: type, includingParents: includingParent, for: requester) { return values }
    return try await core.resolveAll(type, includingParents: includingParent, for: requester)
  }

  /// The keys of what is contributed to a type, or to any, in the order of registration.
  package func contributions(to type: Any.Type? = nil) -> [AnyKey] {
    let core = core
    return (type.map { core.registrations(of: $0) } ?? core.registrations).keys.filter(\.isContribution)
  }
}

public import OnceKernel

extension Core {
  /// What callers are compiled to: one function for each type, and one for its named registrations.
  ///
  /// Where no name is given, as nearly everywhere, the caller's own code chooses, and nothing of names is left in it.
  @inlinable
  func resolve<T>(_ type: T.Type, for requester: Requester) throws(ResolutionError) -> T {
    try resolve(type, nil, for: requester)
  }

  @inlinable
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester) throws(ResolutionError) -> T {
    try resolve(type, name, for: requester)
  }

  /// The value: at once, if it can be had without waiting (a published instance, or a transient whose factory is synchronous), else by the
  /// slow road.
  ///
  /// Inlined and specialized in the caller: one load of the phase, the thread's mark (none when sealed), a probe, a load, a retain. No
  /// allocation, no dynamic cast, no task-local.
  ///
  /// - Parameter scope: where `.scoped` values are looked for, a constant nil outside scopes.
  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable? = nil) throws(ResolutionError) -> T {
    let phase = table.phase.loadInTotalOrder()
    if phase == Phase.open || phase == Phase.sealed {
      // The same steps as in `path`, but the value is written where the caller wants it, without an Optional in between.
      let place = place(of: type, name, under: phase)
      if let instance = place.instance {
        defer { place.leave() }
        return Core.value(instance, as: type)
      }
      if place.isTransient { return try make(type, at: place, for: requester) }
      let inner = scope.place(behind: place, of: type, name, from: table)
      if let instance = inner.instance {
        defer { inner.leave() }
        return Core.value(instance, as: type)
      }
      inner.leave()
    } else if phase == Phase.layered {
      return try resolveInLayer(type, name, for: requester, in: scope)
    }
    return try resolveSlowly(type, name, with: (), for: requester)
  }

  /// The value that the override layer in force for this task has, or itself if none is. Not inlined: production has no layers.
  @inlinable @inline(never)
  func resolveInLayer<T>(_ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable?) throws(ResolutionError) -> T {
    if let found = layeredPlace(of: type, name) {
      defer { withExtendedLifetime(found.kept) {} }
      // The value is written where the caller wants it, without an Optional in between.
      if let instance = found.place.instance {
        defer { found.place.leave() }
        return Core.value(instance, as: type)
      }
      if let value = try path(type, name, in: found, for: requester, in: scope) { return value }
    }
    return try resolveSlowly(type, name, with: (), for: requester)
  }

  /// The value, if it can be had without waiting, for callers that go on asynchronously otherwise; see `resolve(_:_:for:in:)`.
  @inlinable @inline(__always)
  func fastPath<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable? = nil
  ) throws(ResolutionError) -> T? {
    let phase = table.phase.loadInTotalOrder()
    if phase == Phase.open || phase == Phase.sealed {
      return try path(type, name, at: place(of: type, name, under: phase), for: requester, in: scope)
    }
    guard phase == Phase.layered, let found = layeredPlace(of: type, name) else { return nil }
    return try path(type, name, in: found, for: requester, in: scope)
  }

  /// Leaves `place` with its value, if it has one that can be had without waiting.
  @inlinable @inline(__always)
  func path<T>(
    _ type: T.Type, _ name: Name?, at place: Place, for requester: Requester, in scope: InstanceTable?
  ) throws(ResolutionError) -> T? {
    if let instance = place.instance {
      defer { place.leave() }
      return Core.value(instance, as: type)
    }
    if place.isTransient { return try make(type, at: place, for: requester) }
    let inner = scope.place(behind: place, of: type, name, from: table)
    defer { inner.leave() }
    return inner.instance.map { Core.value($0, as: type) }
  }

  /// The same for a place of an override layer in front of this container. Not inlined: production has no layers.
  @inlinable @inline(never)
  func path<T>(
    _ type: T.Type, _ name: Name?, in found: LayeredPlace, for requester: Requester, in scope: InstanceTable?
  ) throws(ResolutionError) -> T? {
    let layer = found.layer.takeUnretainedValue()  // kept as said there
    // A layer has instances of its own for scopes that were opened outside it: the slow path finds them.
    return try layer.path(type, name, at: found.place, for: requester, in: layer === self ? scope : nil)
  }

  /// Goes to a key's place, during a visit of the calling thread unless the table is sealed.
  @inlinable @inline(__always)
  func place(of type: Any.Type, _ name: Name?, under phase: UInt) -> Place {
    if phase == Phase.sealed { return Place(table.find(type, name), holding: nil, on: nil) }
    let reader = table.enter()
    return Place(table.find(type, name), holding: nil, on: reader)
  }

  /// Goes to a key's place in the override layer that is in force for this task, or here if none is; nil when that layer is over.
  @usableFromInline @inline(never)
  func layeredPlace(of type: Any.Type, _ name: Name?) -> LayeredPlace? {
    guard let (layer, kept) = Layers.inForce(of: self) else { return nil }
    return LayeredPlace(layer: layer, kept: kept, place: layer._withUnsafeGuaranteedRef { $0.place(of: type, name, under: Phase.open) })
  }

  /// Copies the value out of a box that the caller keeps from being released (by its visit, or by the seal).
  @inlinable @inline(__always)
  static func value<T>(_ instance: Unmanaged<AnyObject>, as type: T.Type) -> T {
    // The key's type is part of what was looked up, and only this type's recipe fills its cell.
    instance._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Box<T>.self).value }
  }

  /// Leaves the place of a transient and makes its value.
  @inlinable @inline(__always)
  func make<T>(_ type: T.Type, at place: Place, for requester: Requester) throws(ResolutionError) -> T {
    // A place that is a transient's has a cell. The key's type is part of what was looked up, and only this type's recipe makes its cell.
    let recipe = place.cell.unsafelyUnwrapped._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: Recipe<T>.self) }
    place.leave()
    return try make(recipe, for: requester, on: place.reader ?? Threads.record(table.threadKey)) {
      try recipe.make($0)
    } orDeep: { () throws(ResolutionError) in
      try makeDeep(recipe, for: requester)
    }
  }

  /// Runs a transient's factory, which is `body`, for its caller; `deep` does where the caller's context cannot be handed on, or the stack ends.
  @inlinable @inline(__always)
  func make<T>(
    _ recipe: Registration, for requester: Requester, on record: UnsafeMutablePointer<ThreadRecord>, _ body: (Resolution) throws -> T,
    orDeep deep: () throws(ResolutionError) -> T
  ) throws(ResolutionError) -> T {
    let outer = record.pointee.context
    guard requester.isPlain(in: self, inside: outer), !Stack.isNearlyExhausted(record) else { return try deep() }
    // Balanced by the scope: the caller keeps the context, and the outer value is put back before it returns.
    let own = requester.run
    record.pointee.context = own
    defer { record.pointee.context = outer }
    do {
      let value = try body(Resolution(context: requester.context, depth: requester.depth &+ 1))
      if UInt(bitPattern: record.pointee.context?.toOpaque()) != UInt(bitPattern: own.toOpaque()) { throw Core.failureOfRun() }
      return value
    } catch {
      throw failure(error, of: recipe, endingRun: own, on: record)
    }
  }
}

/// Where a key leads in an override layer, valid until the place is left.
@usableFromInline
struct LayeredPlace {
  /// Kept by the binding that the caller runs in, or by `kept`.
  @usableFromInline let layer: Unmanaged<Core>
  /// Keeps a child's layer, which another thread may drop with the child.
  @usableFromInline let kept: Core?
  @usableFromInline let place: Place
}

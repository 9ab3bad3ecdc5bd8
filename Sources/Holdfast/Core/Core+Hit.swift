public import OnceKernel

extension Core {
  /// What callers are compiled to: one function for each type, and one for its named registrations.
  ///
  /// Where no name is given, as nearly everywhere, the caller's own code chooses, and nothing of names is left in it.
  @inlinable
  func resolve<T>(_ type: T.Type, for requester: Requester) throws(ResolutionError) -> T {
    try resolve(type, nil, with: NoArguments(), for: requester)
  }

  @inlinable
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester) throws(ResolutionError) -> T {
    try resolve(type, name, with: NoArguments(), for: requester)
  }

  /// The value, for a thread: a hit, or else whatever it takes.
  @inlinable @inline(__always)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) throws(ResolutionError) -> T {
    try hit(type, name, key: WithArguments<T, Arguments>.key, with: arguments, for: requester) {
      $0
    } orElse: { () throws(ResolutionError) in
      try miss(type, name, with: arguments, for: requester)
    }
  }

  /// The value, for a task. A hit does not suspend and stays on the caller's actor.
  @inlinable @inline(__always)
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if let value = try hit(type, name, with: arguments, for: requester) { return sent(value) }
    return try await miss(type, name, with: arguments, for: requester)
  }

  /// The value, if it is a hit, for callers that go on asynchronously otherwise.
  @inlinable @inline(__always)
  func hit<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) throws(ResolutionError) -> T? {
    try hit(type, name, key: WithArguments<T, Arguments>.key, with: arguments, for: requester) {
      $0
    } orElse: {
      nil
    }
  }

  /// A hit: the value can be had without waiting, as it is published, or a transient whose factory is synchronous.
  ///
  /// Inlined and specialized in the caller: one load of the phase, the thread's mark (none when sealed), a probe, a load, a retain. No
  /// allocation, no dynamic cast, no task-local.
  ///
  /// - Parameters:
  ///   - key: the key's type, from a caller that knows it without asking the runtime.
  ///   - scope: where `.scoped` values are looked for, a constant nil outside scopes.
  ///   - answer: what the caller makes of a value; a closure, so that the value is written where the caller wants it.
  ///   - miss: what the caller does when it is none.
  @inlinable @inline(__always)
  func hit<T, Arguments, Answer>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments, for requester: Requester, inside scope: InstanceTable? = nil,
    _ answer: (T) -> Answer, orElse miss: () throws(ResolutionError) -> Answer
  ) throws(ResolutionError) -> Answer {
    HeldLocks.expectNone()
    let phase = table.phase.loadSequentiallyConsistent()
    if phase == Phase.open || phase == Phase.sealed {
      let pinned = pin(of: key, name, under: phase)
      // The instance of a cell that takes arguments is where the values are kept, not one of them.
      if Arguments.self == NoArguments.self, let instance = pinned.instance {
        defer { pinned.unpin() }
        return answer(Core.value(instance, as: type))
      }
      if pinned.isTransient { return answer(try make(type, at: pinned, arguments, for: requester)) }
      let inner = Arguments.self == NoArguments.self ? scope.pin(behind: pinned, of: key, name, from: table) : pinned
      if Arguments.self == NoArguments.self, let instance = inner.instance {
        defer { inner.unpin() }
        return answer(Core.value(instance, as: type))
      }
      inner.unpin()
    } else if phase == Phase.layered, Arguments.self == NoArguments.self, let instance = hitInLayer(key, name, inside: scope) {
      return answer(Core.value(instance, as: type))
    }
    return try miss()
  }

  /// The instance that is a hit in the override layer that is in force for this task, or here if none is; nil for a miss.
  ///
  /// Not inlined, and one function for all types: production has no layers, and the runtime is asked for an Optional of a type wherever that type is
  /// not known. So a transient is a miss here. A layer's always are, as its cells are not made for the fast path.
  @usableFromInline @inline(never)
  func hitInLayer(_ type: Any.Type, _ name: Name?, inside scope: InstanceTable?) -> AnyObject? {
    guard let (layer, kept) = OverrideBinding.inForce(of: self) else { return nil }
    defer { withExtendedLifetime(kept) {} }
    return layer._withUnsafeGuaranteedRef { layer in
      let pinned = layer.pin(of: type, name, under: Phase.open)
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return instance.takeUnretainedValue()  // the visit keeps it until it is retained
      }
      // A layer has instances of its own for scopes that were opened outside it: the miss finds them.
      let inner = (layer === self ? scope : nil).pin(behind: pinned, of: type, name, from: layer.table)
      defer { inner.unpin() }
      return inner.instance?.takeUnretainedValue()  // the pinned cell keeps it until it is retained
    }
  }

  /// Finds a key's cell, during a visit of the calling thread unless the table is sealed.
  @inlinable @inline(__always)
  func pin(of type: Any.Type, _ name: Name?, under phase: UInt) -> PinnedCell {
    if phase == Phase.sealed { return PinnedCell(table.find(type, name), holding: nil, on: nil) }
    let reader = table.beginVisit()
    return PinnedCell(table.find(type, name), holding: nil, on: reader)
  }

  /// Copies the value out of a box that the caller keeps from being released (by its visit, or by the seal).
  @inlinable @inline(__always)
  static func value<T>(_ instance: Unmanaged<AnyObject>, as type: T.Type) -> T {
    instance._withUnsafeGuaranteedRef { value($0, as: type) }
  }

  /// Copies the value out of a box.
  @inlinable @inline(__always)
  static func value<T>(_ instance: AnyObject, as type: T.Type) -> T {
    // The key's type is part of what was looked up, and only this type's recipe fills its cell.
    AnyBox.box(instance, of: type).value
  }

  /// Leaves the cell of a transient and makes its value.
  @inlinable @inline(__always)
  func make<T, Arguments>(
    _ type: T.Type, at pinned: PinnedCell, _ arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let cell = pinned.cell.unsafelyUnwrapped  // a transient's pinned has one
    if Arguments.self == NoArguments.self {
      // The type is part of the key that was looked up, and only this type's recipe makes its cell.
      let recipe = cell._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: Recipe<T>.self) }
      pinned.unpin()
      return try make(recipe, for: requester, on: pinned.reader ?? Threads.record(table.threadKey)) {
        try recipe.make($0)
      } orDeep: { () throws(ResolutionError) in
        try makeDeep(recipe, for: requester)
      }
    }
    // Both types are part of the key that was looked up, and only their recipe makes its cell.
    let recipe = cell._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: ArgumentRecipe<T, Arguments>.self) }
    pinned.unpin()
    return try make(recipe, for: requester, on: pinned.reader ?? Threads.record(table.threadKey)) {
      try recipe.make($0, arguments)
    } orDeep: { () throws(ResolutionError) in
      try makeDeep(recipe, arguments, for: requester)
    }
  }

  /// Runs a transient's factory, which is `body`, for its caller; `deep` does where the caller's run cannot be handed on, or the stack ends.
  @inlinable @inline(__always)
  func make<T>(
    _ recipe: Registration, for requester: Requester, on record: UnsafeMutablePointer<ThreadRecord>, _ body: (Resolution) throws -> T,
    orDeep deep: () throws(ResolutionError) -> T
  ) throws(ResolutionError) -> T {
    let outer = record.pointee.context
    guard requester.canPassOn(to: self, inside: outer), !Stack.isNearlyExhausted(record) else { return try deep() }
    // Balanced by the scope: the caller keeps the run, and the outer value is put back before it returns.
    let own = requester.runOnRecord
    let (guest, task) = (record.pointee.guest, record.pointee.task)
    record.pointee.context = own
    record.pointee.guest = .passUnretained(recipe)  // the caller keeps it
    record.pointee.task = .unasked
    defer { (record.pointee.context, record.pointee.guest, record.pointee.task) = (outer, guest, task) }
    do {
      let value = try body(Resolution(run: requester.run, depth: requester.depth &+ 1))
      // The caller keeps the one, and the record, or the run that put it there, the other.
      if UInt(bitPattern: record.pointee.context?.toOpaque()) != UInt(bitPattern: own.toOpaque()) { throw Core.failureOfRun() }
      return value
    } catch {
      throw failure(error, of: recipe, endingRun: own, on: record)
    }
  }
}

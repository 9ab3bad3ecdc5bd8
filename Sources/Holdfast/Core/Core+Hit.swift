public import OnceKernel

// A request in parts. What a caller is compiled to is a call of the first one and the copy of the value; so it is short for each type. A request with
// a name or arguments, or in a scope, is compiled into its caller: it has more to hand over than the parts have to do.
//
//    find     compiled once: the phase, the thread's mark (none when sealed), a probe. No allocation, no dynamic cast, no task-local
//    copy     in the caller, which knows the type: a load and a retain
//    make     compiled once, for any type: a transient
//    finish   compiled once, for any type: what exists apart, and whatever else it takes

extension Core {
  /// The value, for a thread: a hit, or else whatever it takes.
  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, for requester: Requester) throws(ResolutionError) -> T {
    let found = find(T.self)
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: type)
    }
    if found.isTransient { return try makeOutOfLine(type, at: found, for: requester) }
    return try finish(found, type, for: requester)
  }

  /// The value of a registration with a name, which is looked for in the caller's own code: handing a name over takes longer than a probe. Where none
  /// is given, as nearly everywhere, nothing of names is left in the caller.
  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, named name: Name, for requester: Requester) throws(ResolutionError) -> T {
    let found = look(for: T.self, name)
    if found.isInstance {
      defer { found.leave() }
      return found.value(as: type)
    }
    if found.isTransient { return try make(type, at: found.cell, NoArguments(), for: requester) }
    return try finish(found, type, name, for: requester)
  }

  @inlinable @inline(__always)
  func resolve<T>(_ type: T.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T {
    guard let name else { return try resolve(type, for: requester) }
    return try resolve(type, named: name, for: requester)
  }

  /// The value that is made from arguments, if these are any.
  @inlinable @inline(__always)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    if Arguments.self == NoArguments.self { return try resolve(type, name, for: requester) }
    return try resolve(type, name, key: WithArguments<T, Arguments>.key, with: arguments, for: requester)
  }

  /// - Parameter key: the key's type, from a caller that knows it without asking the runtime.
  @inlinable @inline(__always)
  func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, key: Any.Type, with arguments: Arguments, for requester: Requester
  ) throws(ResolutionError) -> T {
    let found = look(for: key, name)
    if found.isTransient { return try make(type, at: found.cell, arguments, for: requester) }
    if let held = withUnsafePointer(to: arguments, { held(in: found, madeFrom: $0, for: requester) }) { return held.take(as: type) }
    return try miss(type, name, with: arguments, for: requester)
  }

  /// The value, for a task. A hit does not suspend and stays on the caller's actor.
  @inlinable @inline(__always)
  nonisolated(nonsending) func resolve<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) async throws(ResolutionError) -> sending T {
    if let value = try hit(type, name, with: arguments, for: requester) { return sent(value) }
    return try await miss(type, name, with: arguments, for: requester)
  }

  /// The value, if it is a hit, for callers that go on asynchronously otherwise: it is there, or a transient whose factory is synchronous.
  @inlinable @inline(__always)
  func hit<T, Arguments>(
    _ type: T.Type, _ name: Name?, with arguments: Arguments = NoArguments(), for requester: Requester
  ) throws(ResolutionError) -> T? {
    let found = find(WithArguments<T, Arguments>.key, name)
    if Arguments.self == NoArguments.self {
      if found.isInstance {
        defer { found.leave() }
        return found.value(as: type)
      }
      return try finishIfHit(found, type, name, for: requester)
    }
    if found.isTransient { return try make(type, at: found.cell, arguments, for: requester) }
    return withUnsafePointer(to: arguments) { held(in: found, madeFrom: $0, for: requester) }?.take(as: type)
  }

  /// The published instance of a key, or its cell.
  @usableFromInline @inline(never)
  func find(_ type: Any.Type) -> FoundCell { look(for: type, nil) }

  @usableFromInline @inline(never)
  func find(_ type: Any.Type, named name: Name) -> FoundCell { look(for: type, name) }

  @inlinable
  func find(_ type: Any.Type, _ name: Name?) -> FoundCell {
    guard let name else { return find(type) }
    return find(type, named: name)
  }

  @inlinable @inline(__always)
  func look(for type: Any.Type, _ name: Name?) -> FoundCell {
    HeldLocks.expectNone()
    let phase = table.phase.loadSequentiallyConsistent()
    if phase == Phase.open || phase == Phase.sealed { return FoundCell(pin(of: type, name, under: phase)) }
    return phase == Phase.layered ? findInLayer(type, name) : FoundCell()
  }

  /// Makes a transient for a caller, whatever its type: compiled into each caller, this would take the compiler ten times as long as all the rest.
  @usableFromInline @inline(never)
  func makeOutOfLine<T>(_ type: T.Type, at found: FoundCell, for requester: Requester) throws(ResolutionError) -> T {
    try make(type, at: found.cell, NoArguments(), for: requester)
  }

  /// The value of what a caller found, if that was neither an instance that it only had to copy nor a transient.
  // One function for all types.
  @usableFromInline @inline(never)
  func finish<T>(_ found: FoundCell, _ type: T.Type, for requester: Requester) throws(ResolutionError) -> T {
    // Not by `if let`, which counts a reference.
    let cell = found.takeUnbuilt()
    if cell != nil { return try miss(type, nil, at: cell, for: requester) }
    if let held = held(in: found, T.self, nil, for: requester) { return held.take(as: type) }
    return try miss(type, nil, for: requester)
  }

  @usableFromInline @inline(never)
  func finish<T>(_ found: FoundCell, _ type: T.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T {
    let cell = found.takeUnbuilt()  // not by `if let`, as in the other form
    if cell != nil { return try miss(type, name, at: cell, for: requester) }
    if let held = held(in: found, T.self, name, for: requester) { return held.take(as: type) }
    return try miss(type, name, for: requester)
  }

  @usableFromInline @inline(never)
  func finishIfHit<T>(_ found: FoundCell, _ type: T.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T? {
    if found.isTransient { return try make(type, at: found.cell, NoArguments(), for: requester) }
    return held(in: found, T.self, name, for: requester)?.take(as: type)
  }

  /// Goes on as `finish` with what was found of the type that an Optional wraps.
  @usableFromInline @inline(never)
  func finishWrapped<T>(_ found: FoundCell, _ type: T.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T? {
    if let value = try finishIfHit(found, type, name, for: requester) { return value }
    return try miss(T?.self, name, for: requester)
  }

  /// The instance in the override layer that is in force for this task, or here if none is, where that has it in its own table.
  ///
  /// A transient is a miss here: a layer's always are, as its cells are not made for the fast path.
  @usableFromInline @inline(never)
  func findInLayer(_ type: Any.Type, _ name: Name?) -> FoundCell {
    // The binding that the caller runs in keeps the layer, if nothing else has to.
    guard let (layer, kept) = OverrideBinding.inForce(of: self), kept == nil else { return FoundCell() }
    let pinned = layer._withUnsafeGuaranteedRef { $0.pin(of: type, name, under: Phase.open) }
    if pinned.instance != nil { return FoundCell(pinned) }
    pinned.unpin()
    return FoundCell()
  }

  /// The instance that is a hit in the override layer that is in force for this task, or here if none is, also in a scope; nil for a miss.
  @inline(never)
  func hitInLayer(_ type: Any.Type, _ name: Name?, inside scope: InstanceTable?) -> AnyObject? {
    guard let (layer, kept) = OverrideBinding.inForce(of: self) else { return nil }
    defer { withExtendedLifetime(kept) {} }
    return layer._withUnsafeGuaranteedRef { layer in
      let pinned = layer.pin(of: type, name, under: Phase.open)
      if let instance = pinned.instance {
        defer { pinned.unpin() }
        return instance.takeUnretainedValue()  // the visit keeps it until it is retained
      }
      defer { pinned.unpin() }
      // A layer has instances of its own for scopes that were opened outside it: the miss finds them.
      guard layer === self, let inner = scope?.pin(behind: pinned, of: type, name, from: layer.table) else { return nil }
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
    _ recipe: Registration, for requester: Requester, on record: UnsafeMutablePointer<ThreadRecord>, _ body: (FactoryResolver) throws -> T,
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
    defer {
      (record.pointee.context, record.pointee.guest, record.pointee.task) = (outer, guest, task)
      if record.pointee.shared != nil { Core.leaveGraph(on: record) }
    }
    do {
      let value = try body(FactoryResolver(run: requester.run, depth: requester.depth &+ 1))
      // The caller keeps the one, and the record, or the run that put it there, the other.
      if UInt(bitPattern: record.pointee.context?.toOpaque()) != UInt(bitPattern: own.toOpaque()) { throw Core.failureOfRun() }
      return value
    } catch {
      throw failure(error, of: recipe, endingRun: own, on: record)
    }
  }
}

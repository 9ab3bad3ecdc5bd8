public import OnceKernel

extension Core {
  /// The value, if it can be had without waiting: a published instance, or a transient whose factory is synchronous.
  ///
  /// Inlined and specialized in the caller: one load of the phase, the thread's stripe (none when sealed), a probe, a load, a retain. No
  /// allocation, no dynamic cast, no task-local. Nil sends the caller to the slow road.
  ///
  /// - Parameter scope: where `.scoped` values are looked for, a constant nil outside scopes.
  @inlinable @inline(__always)
  func fastPath<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable? = nil
  ) throws(ResolutionError) -> T? {
    let phase = table.phase.loadInTotalOrder()
    if phase == Phase.open { return try stripedPath(type, name, for: requester, in: scope) }
    if phase == Phase.layered { return try layeredPath(type, name, for: requester, in: scope) }
    if phase == Phase.sealed {
      if let cell = find(type, name) {
        if let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() }) { return Core.value(instance, as: type) }
        let record = Threads.record(table.threadKey)
        if cell._withUnsafeGuaranteedRef({ $0.kind == .perCall }) {
          return try make(Core.recipe(cell, of: type), for: requester, on: record)
        }
        if let scope {
          return scope.value(cell._withUnsafeGuaranteedRef { InstanceTable.word(of: $0.subject) }, as: type, on: record)
        }
      }
    }
    return nil
  }

  /// The fast path under the calling thread's stripe.
  @inlinable @inline(__always)
  func stripedPath<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable?
  ) throws(ResolutionError) -> T? {
    let record = Threads.record(table.threadKey)
    let stripe = table.stripe(of: record)
    stripe.lock()
    guard let cell = find(type, name) else {
      stripe.unlock()
      return nil
    }
    if let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() }) {
      let value = Core.value(instance, as: type)
      stripe.unlock()
      return value
    }
    if cell._withUnsafeGuaranteedRef({ $0.kind == .perCall }) {
      let recipe = Core.recipe(cell, of: type)
      stripe.unlock()
      return try make(recipe, for: requester, on: record)
    }
    let word = cell._withUnsafeGuaranteedRef { InstanceTable.word(of: $0.subject) }
    stripe.unlock()
    return scope?.value(word, as: type, on: record)
  }

  /// The fast path of the override layer that is in force for this task, if one is. Not inlined: production has no layers.
  @inlinable @inline(never)
  func layeredPath<T>(
    _ type: T.Type, _ name: Name?, for requester: Requester, in scope: InstanceTable?
  ) throws(ResolutionError) -> T? {
    // A layer has instances of its own for scopes that were opened outside it: the slow road finds them.
    let target = Layers.innermost(of: self)
    return try target.stripedPath(type, name, for: requester, in: target === self ? scope : nil)
  }

  @inlinable @inline(__always)
  func find<T>(_ type: T.Type, _ name: Name?) -> Unmanaged<OnceCell>? {
    guard let name else { return table.find(Word.of(type)) }
    return table.find(Word.of(type, name)) { cell in
      let key = cell.registration.key
      return key.type == type && key.name == name
    }
  }

  /// Copies the value out of a box that the caller keeps from being released (by its stripe, or by the seal).
  @inlinable @inline(__always)
  static func value<T>(_ instance: Unmanaged<AnyObject>, as type: T.Type) -> T {
    // The key's type is part of what was looked up, and only this type's recipe fills its cell.
    instance._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Box<T>.self).value }
  }

  @inlinable @inline(__always)
  static func recipe<T>(_ cell: Unmanaged<OnceCell>, of type: T.Type) -> Recipe<T> {
    // The key's type is part of what was looked up, and only this type's recipe makes its cell.
    cell._withUnsafeGuaranteedRef { unsafeDowncast($0.subject, to: Recipe<T>.self) }
  }

  /// Runs a transient's factory for its caller.
  @inlinable @inline(__always)
  func make<T>(
    _ recipe: Recipe<T>, for requester: Requester, on record: UnsafeMutablePointer<ThreadRecord>
  ) throws(ResolutionError) -> T {
    if requester.depth >= Requester.tracedDepth || requester.isLearning || Stack.isNearlyExhausted(record) {
      return try makeDeep(recipe, for: requester)
    }
    let outer = record.pointee.owner
    // Balanced by the scope: this core outlives the call, and the outer value is put back before it returns.
    record.pointee.owner = Unmanaged.passUnretained(self)
    defer { record.pointee.owner = outer }
    do {
      return try recipe.make(Resolution(core: self, requester: requester.deeper))
    } catch {
      throw failure(error, of: recipe)
    }
  }
}

import OnceKernel

/// Where a request goes.
///
/// Decided in one place for threads and tasks: for whatever type, with no lock held, and without waiting.
enum Route {
  /// What is registered under the key.
  case registered(OnceCell)
  /// The instance that a scope around the one that asks has, or what that was given.
  case instance(AnyObject)
  /// An override layer that is in force.
  case layer(Core)
  /// Here, once these override layers are in force.
  case inside(OverrideBinding)
  /// What an Optional type wraps, as that type is never registered itself.
  case wrapped(any AnyOptional.Type)
  /// A reference to the value, which is made here.
  case reference(any MadeReference.Type)
  /// Every registration of a type, here and in the parent.
  case collection(any MadeCollection.Type)
  /// The parent: there is one.
  case parent
}

extension Core {
  /// - Parameters:
  ///   - type: what is asked for.
  ///   - key: the key of that type, or of that type with arguments.
  ///   - running: nil; set to the run inside which the code asks, if there is one: the request goes on on its behalf.
  ///   - record: the calling thread's.
  ///   - found: what the key led to here just before, in no layer, if that is known.
  /// - Throws: what the caller is told if the request leads nowhere.
  func route(
    _ type: Any.Type, _ key: AnyKey, for requester: Requester, inside running: inout Requester?,
    on record: UnsafeMutablePointer<ThreadRecord>,
    at found: consuming OnceCell? = nil
  ) throws(ResolutionError) -> Route {
    if let staging, let base, staging.isShown { return .layer(base) }
    let takesArguments = key.type != type
    if !takesArguments, let scope = requester.scope, scope.isSurrounded, let instance = instanceAround(scope, type, key.name) {
      return .instance(instance)
    }
    if let detour { return detour }
    running = requester.aroundRun(asking: Dependency(key), in: self, on: record)
    let isRemaining = try checkServed(key, for: running ?? requester)
    if let cell = found ?? cell(for: key) {
      if isRemaining { try checkRemaining(cell, key) }
      return .registered(cell)
    }
    switch RequestedType(type) {
    case .optional(let optional): return .wrapped(optional)
    case .reference(let reference) where !takesArguments && !parentContains(key):
      _ = try checkServed(key, for: running ?? requester)
      return .reference(reference)
    case .collection(let collection) where !takesArguments: return .collection(collection)
    case .reference, .collection, nil: break
    }
    if parent != nil { return .parent }
    // It may have ended since the cell was looked for.
    _ = try checkServed(key, for: running ?? requester)
    throw notRegistered(key)
  }
}

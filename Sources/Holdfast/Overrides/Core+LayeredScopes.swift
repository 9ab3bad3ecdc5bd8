import OnceKernel

// What a layer has in the place of the instances of a scope lives in the scope's own table, so that it ends with the scope. The layer remembers
// the scope, so that it ends with the layer too; each removes the other's entry, and neither keeps the other alive.
extension Core {
  /// Where the instances of `scope` live for this container: a layer has its own, unless the scope was opened in it.
  func instances(of scope: Run.Scope) -> InstanceTable {
    if base == nil || scope.core === self { return scope.instances }
    let own = scope.instances.inside(self)
    let identity = ObjectIdentifier(scope.instances)  // removed at the end of the scope, before it is freed
    // Before anything is built in it.
    changeRelatives { if $0.scopes[identity] == nil { $0.scopes[identity] = Weak(scope.instances) } }
    // The scope may have ended between the two steps, and had nothing to remove then.
    if scope.instances.isClosed { forgetScope(identity) }
    return own
  }

  /// Called by a scope at its end.
  func forgetScope(_ scope: ObjectIdentifier) {
    _ = withRelatives { $0.scopes.removeValue(forKey: scope) }
  }

  /// Takes out what a layer has in the place of the instances of scopes. For a layer that is over: it would begin anew.
  var scopedInstances: [OnceCell] {
    guard link != nil else { return [] }
    let open = withRelatives { relatives in
      defer { relatives.scopes = [:] }
      return relatives.scopes
    }
    return (open ?? [:]).values.flatMap { $0.object?.leave(layer: number)?.close() ?? [] }
  }
}

extension Registration {
  /// Why no container takes it, whatever is registered there.
  var mistake: ResolutionError? {
    if OptionalTypes.contain(key.type) { return .optionalKey(key, site: site) }
    if !form.isOwned, hasDisposer { return .idleDisposer(key, lifetime, site: site) }
    return nil
  }
}

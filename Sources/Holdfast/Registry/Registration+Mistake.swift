extension Registration {
  /// Why no container takes it, whatever is registered there.
  var mistake: ResolutionError? {
    if OptionalTypes.contain(key.type) { return .optionalKey(key, site: site) }
    if isWeak, hasDisposer { return .weakDisposer(key, site: site) }
    return nil
  }
}

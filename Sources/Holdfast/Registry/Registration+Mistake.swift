extension Registration {
  /// Why no container takes it, whatever is registered there.
  var mistake: ResolutionError? {
    OptionalTypes.contain(key.type) ? .optionalKey(key, site: site) : nil
  }
}

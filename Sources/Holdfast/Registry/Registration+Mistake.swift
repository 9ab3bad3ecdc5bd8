extension Registration {
  /// Why no container takes it, whatever is registered there.
  var mistake: ResolutionError? {
    OptionalTypes.isOptional(madeType) ? .optionalKey(key, site: site) : nil
  }
}

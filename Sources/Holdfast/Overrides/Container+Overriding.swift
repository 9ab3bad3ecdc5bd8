extension Container {
  /// Makes a container with the registrations of another one and with overrides of some, for a preview or the `setUp` of a test.
  ///
  /// ```swift
  /// let preview = try Container(overriding: app) { $0.register((any Store).self, instance: SampleStore()) }
  /// let model = try preview.resolve(ProfileModel.self)
  /// ```
  ///
  /// It builds every shared value anew, and all of them use the overrides. The values of `base` do not change. You can use it on any thread, in any
  /// task and in callbacks. While one of its factories runs, a request to `base` in that factory goes to this container. An object that asks `base`
  /// later gets the values of `base`.
  ///
  /// `shutdown()` disposes of the values that this container built, and not of those of `base`. After `base` is shut down, resolving here throws
  /// `.shutDown`. It keeps `base` alive, and takes a registration from it when it first uses the key. If you make it inside `withOverrides`, it also
  /// has those overrides and ends with them.
  ///
  /// - Throws: `ResolutionError` if the container refuses the overrides; any error that `overrides` throws.
  public convenience init(
    overriding base: Container, fileID: StaticString = #fileID, line: UInt32 = #line, _ overrides: (Batch) throws -> Void
  ) throws {
    let batch = try Batch(overrides)
    let layers = Layers(inFrontOf: base.core, isContainer: true, RegistrationSite(fileID, line))
    try layers.apply(batch.registrations)
    self.init(layers, keeping: base)
  }
}

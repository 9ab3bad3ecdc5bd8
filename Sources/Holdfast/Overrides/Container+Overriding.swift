extension Container {
  /// Makes a container with the registrations of another one and some in their place: for a preview, or the set-up of a test.
  ///
  /// ```swift
  /// let preview = try Container(overriding: app) { $0.register((any Store).self, instance: SampleStore()) }
  /// let model = try preview.resolve(ProfileModel.self)
  /// ```
  ///
  /// It is an override layer without an end of its own: every shared value is built anew in it, sees the overrides, however deep, and is never
  /// seen in `base`. No task-local value is needed to use it, so it works from any thread, task or callback. While one of its factories runs, a
  /// captured `base` means this container too; an object that asks `base` later gets what `base` has.
  ///
  /// `shutdown()` disposes of what it built and leaves `base` alone. When `base` is shut down, resolving here throws `.shutDown`. It keeps `base`
  /// alive, and sees each of its registrations as it was when it first used it. Made inside `withOverrides`, it stands in front of that layer, and
  /// ends with it.
  ///
  /// - Throws: `ResolutionError` for overrides that cannot be applied; whatever `overrides` throws.
  public convenience init(
    overriding base: Container, fileID: StaticString = #fileID, line: UInt32 = #line, _ overrides: (Batch) throws -> Void
  ) throws {
    let batch = try Batch(overrides)
    let layers = Layers(inFrontOf: base.core, isContainer: true, RegistrationSite(fileID, line))
    try layers.apply(batch.registrations)
    self.init(layers, keeping: base)
  }
}

extension Container {
  /// The resolver that property wrappers ask here: of the running factory, of the task, or the default of the process.
  ///
  /// In a factory it uses the factory's scope and override layer, and the container detects cycles through it. Each of its requests has an object
  /// graph of its own, as the result may be sent to another task.
  ///
  /// - Throws: `.noCurrentContainer` with the place of this call, if there is none.
  public static func currentResolver(
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> any Resolver & Sendable {
    try currentResolver("at \(SourceSite(fileID, line))")
  }

  /// - Parameter place: what asks, as the error says it.
  package static func currentResolver(_ place: @autoclosure () -> String) throws(ResolutionError) -> any Resolver & Sendable {
    guard let resolver = Current.resolver else { throw .noCurrentContainer(place()) }
    return resolver
  }

  /// Makes this the default container of the process, unless another container is. Returns whether this one is the default now.
  @discardableResult
  public func makeDefault() -> Bool { Current.makeDefault(self) }
}

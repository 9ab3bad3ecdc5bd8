extension ContainerResolver {
  /// Runs the registered injector on an object that was built elsewhere. Returns whether there is an injector.
  ///
  /// ```swift
  /// let controller = storyboard.instantiate()
  /// try container.inject(into: controller)
  /// ```
  ///
  /// Meanwhile the object belongs to the object graph, so values that the injector resolves can find it by its type. In a factory the object joins
  /// the graph that is being resolved.
  @discardableResult
  public func inject<T>(into object: T, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try core.inject(into: object, name, for: requester)
  }
}

extension Container {
  /// Runs the injector of the object's own class, or of the nearest superclass that has one. Returns whether there was one.
  package func injectByClass(_ object: AnyObject) throws(ResolutionError) -> Bool { try core.inject(intoAny: object, for: requester) }
}

extension FactoryResolver {
  /// The object of this type that is already in the graph. Without a name, objects of every name count.
  ///
  /// - Throws: `.notInGraph` if there is none, `.ambiguous` if there are several.
  package func existing<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> T {
    try core.existing(T.self, where: { name == nil || $0.name == name }, AnyKey(T.self, named: name), for: requester)
  }
}

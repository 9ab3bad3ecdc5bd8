extension Container {
  /// Runs the registered injector on an object that was built elsewhere. Returns whether there is an injector.
  ///
  /// ```swift
  /// let controller = storyboard.instantiate()
  /// try container.inject(into: controller)
  /// ```
  ///
  /// Meanwhile the object belongs to the object graph, so values that the injector resolves can find it by its type.
  @discardableResult
  public func inject<T>(into object: T, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try core.inject(into: object, name, for: requester)
  }

  /// Runs the registered injector on an object whose type is known only at run time. It is the injector of the object's class, or of the nearest
  /// superclass that has one.
  @discardableResult
  public func inject(intoAny object: AnyObject) throws(ResolutionError) -> Bool {
    try core.inject(intoAny: object, for: requester)
  }
}

extension Resolution {
  /// Runs the registered injector on an object that was built elsewhere, which joins the graph that is being resolved.
  @discardableResult
  public func inject<T>(into object: T, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try core.inject(into: object, name, for: requester)
  }

  /// The object of this type that is already in the graph, with any name.
  ///
  /// - Throws: `.notInGraph` if there is none, `.ambiguous` if there are several.
  public func existing<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
    try core.existing(type, where: { _ in true }, AnyKey(type), for: requester)
  }

  /// The object of this type and name that is already in the graph.
  public func existing<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> T {
    try core.existing(type, where: { $0.name == name }, AnyKey(type, named: name), for: requester)
  }
}

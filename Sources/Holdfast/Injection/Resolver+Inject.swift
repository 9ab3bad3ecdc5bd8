extension Container {
  /// Runs the registered injector on an object that was built elsewhere; answers whether there was one.
  ///
  /// ```swift
  /// let controller = storyboard.instantiate()
  /// try container.inject(into: controller)
  /// ```
  ///
  /// While it runs, the object takes part in the object graph: what is resolved for it finds it by its type.
  @discardableResult
  public func inject<T>(into object: T, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try core.inject(into: object, name, for: requester)
  }

  /// Runs the registered injector on an object whose type is known only at run time: the injector of its own class, or of the nearest superclass
  /// that has one.
  @discardableResult
  public func inject(intoAny object: AnyObject) throws(ResolutionError) -> Bool {
    try core.inject(intoAny: object, for: requester)
  }
}

extension Resolution {
  /// Runs the registered injector on an object that was built elsewhere, as part of the graph that is being resolved.
  @discardableResult
  public func inject<T>(into object: T, named name: Name? = nil) throws(ResolutionError) -> Bool {
    try core.inject(into: object, name, for: requester)
  }

  /// The object of this type that is in the graph already, whatever its name.
  ///
  /// - Throws: `.notInGraph` when there is none, `.ambiguous` when there is more than one.
  public func existing<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
    try core.existing(type, where: { _ in true }, AnyKey(type), for: requester)
  }

  /// The object of this type and name that is in the graph already.
  public func existing<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> T {
    try core.existing(type, where: { $0.name == name }, AnyKey(type, named: name), for: requester)
  }
}

public import Holdfast

extension Container {
  /// Runs the registered injector on an object whose type is known only at run time. It is the injector of the object's class, or of the nearest
  /// superclass that has one.
  ///
  /// ```swift
  /// override func awakeFromNib() { _ = try? container.inject(intoAny: self) }
  /// ```
  @discardableResult
  public func inject(intoAny object: AnyObject) throws(ResolutionError) -> Bool {
    try injectByClass(object)
  }
}

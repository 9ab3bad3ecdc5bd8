public import Holdfast

/// Resolves a property when its owner is made, and does not keep it alive.
///
/// ```swift
/// struct Child {
///   @WeakInjected var parent: Parent?
///   @WeakInjected(lazy: true) var delegate: (any Delegate)?   // resolved when it is first read
/// }
/// ```
///
/// The property is nil if the object was released or could not be resolved; `try $parent.get()` throws the reason. If a factory makes the owner and
/// the property is registered but cannot be resolved, the factory fails, as with `Injected`. A lazy property reports the failure when it is read.
/// A value that is not a class instance stops the program.
@propertyWrapper
public struct WeakInjected<Value: Sendable>: InjectedWrapper {
  private enum State: Sendable {
    case filled(Result<WeakBox, ResolutionError>)
    case lazy(LazyValue<WeakBox>)
  }

  /// Plumbing: what the wrapper asks for.
  @_documentation(visibility: internal) public let request: WrapperRequest<Value>
  private let state: State

  /// Resolves now, or at the first read, from the current container or the one that you pass, and holds the object weakly.
  public init(
    named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil, lazy isLazy: Bool = false, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    let request = WrapperRequest<Value>(name, from: resolver, isLazy: isLazy, mayBeMissing: true, at: SourceSite(fileID, line))
    self.request = request
    state = isLazy ? .lazy(LazyValue()) : .filled(request.fill(from: resolver, mayBeMissing: true, request.watched))
  }

  /// The object, as long as other code holds it; nil if it was released or could not be resolved.
  public var wrappedValue: Value? {
    do throws(ResolutionError) {
      return try get()
    } catch {
      // Its own; what a dependency further down was registered as is no mistake of this property.
      if error.code == .wrongType, error.path.count == 1 { request.stop(error) }
      return nil
    }
  }

  /// The wrapper itself, for `$delegate.get()` and `$delegate.resolve()`. Assign another wrapper to fill the property again.
  public var projectedValue: WeakInjected<Value> {
    get { self }
    set { self = newValue }
  }

  /// The object, or nil if it was released. Throws the error if it could not be resolved.
  public func get() throws(ResolutionError) -> Value? {
    var made: Value?  // which no other code may hold yet
    let box: WeakBox
    switch state {
    case .filled(let result): box = try result.get()
    case .lazy(let lazy):
      box = try lazy.value { instances throws(ResolutionError) in
        let value = try request.resolve(in: instances)
        made = value
        return try request.watched(value)
      }
    }
    // Another reader's may have come first, and is every reader's.
    if let made, box.object === made as AnyObject { return made }
    return box.object.map { $0 as! Value }  // made from a Value
  }
}

extension WrapperRequest {
  /// Watches an object.
  fileprivate func watched(_ value: Value) throws(ResolutionError) -> WeakBox {
    guard type(of: value as Any) is AnyClass else {
      throw .of(
        .wrongType, key.erased, message: "The @WeakInjected at \(site) asked for \(key), whose value is not a class instance.",
        remedy: "Use @Injected, or register a class instance.")
    }
    return WeakBox(value as AnyObject)
  }
}

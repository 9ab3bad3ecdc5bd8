/// The key type of what is made from run-time arguments: the value's type, and the pack of the arguments.
@usableFromInline
enum WithArguments<Value, Arguments> {
  /// The type under which the registry keeps what is made from such arguments: the value's own, if they are none.
  @inlinable @inline(__always)
  static var key: Any.Type { Arguments.self == NoArguments.self ? Value.self : Self.self }
}

/// Tells the parts of such a key at run time.
protocol AnyWithArguments {
  static var value: Any.Type { get }
  static var arguments: Any.Type { get }
  /// The key type of what an Optional value wraps; nil for other values.
  static var unwrapped: Any.Type? { get }
}

extension WithArguments: AnyWithArguments {
  static var value: Any.Type { Value.self }
  static var arguments: Any.Type { Arguments.self }
  static var unwrapped: Any.Type? { (Value.self as? any AnyOptional.Type)?.wrapped(taking: Arguments.self) }
}

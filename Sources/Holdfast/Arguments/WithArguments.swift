/// The key type of what is made from run-time arguments: the value's type, and the types of the arguments as a tuple.
@usableFromInline
enum WithArguments<Value, Arguments> {}

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

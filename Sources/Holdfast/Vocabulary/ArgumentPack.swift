/// Run-time arguments, as a type of its own for each list of their types.
///
/// A tuple would not do: one argument that is a tuple would be the same as several, and one that is `Void` the same as none.
@usableFromInline
package typealias ArgumentPack<each Argument> = GivenArguments<ArgumentTypes<repeat each Argument>, (repeat each Argument)>

/// What values are made from that take no arguments.
@usableFromInline typealias NoArguments = ArgumentPack<>

/// The tuple of the arguments, and the list of their types.
// Not generic over the pack itself: the compiler keeps a struct with a pack in it in memory, and destroys each argument by its witness.
@usableFromInline
package struct GivenArguments<Types, Values> {
  @usableFromInline package let values: Values

  @inlinable @inline(__always)
  init(_ values: Values) {
    self.values = values
  }
}

extension GivenArguments where Types == ArgumentTypes<>, Values == Void {
  @inlinable @inline(__always)
  init() {
    self.init(())
  }
}

/// A list of types, of which no value is made.
@usableFromInline
package struct ArgumentTypes<each Argument> {}

/// Tells the types of some arguments at run time.
protocol AnyArgumentTypes {
  static var types: [Any.Type] { get }
}

extension ArgumentTypes: AnyArgumentTypes {
  static var types: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }
}

extension GivenArguments: AnyArgumentTypes {
  static var types: [Any.Type] { (Types.self as? any AnyArgumentTypes.Type)?.types ?? [] }
}

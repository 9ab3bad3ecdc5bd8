/// A factory in a table; it is handed what it needs.
final class FactoryBox<Input, T: Sendable>: Sendable {
  let make: @Sendable (Input) -> T

  init(_ make: @escaping @Sendable (Input) -> T) { self.make = make }
}

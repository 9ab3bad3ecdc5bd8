/// An instance in a table.
final class InstanceBox<T: Sendable>: Sendable {
  let value: T

  init(_ value: T) { self.value = value }
}

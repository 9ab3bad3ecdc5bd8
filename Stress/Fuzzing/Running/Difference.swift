/// Where the container and the model part ways.
public struct Difference: Equatable, Sendable, CustomStringConvertible {
  /// The number of the step, from 0.
  public let step: Int
  public let call: String
  public let expected: String
  public let found: String

  public var description: String { "step \(step + 1), \(call): expected \(expected), found \(found)" }
}

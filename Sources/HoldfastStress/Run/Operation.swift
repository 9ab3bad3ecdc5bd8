/// What a worker is doing, as the watchdog names it.
package enum Operation: UInt8, Sendable, CaseIterable {
  case idle, resolve, replace, register, unregister, reset, resetAll, seal, drop, meet, custom

  /// The words for a report.
  var phrase: String {
    switch self {
    case .idle: "between two operations"
    case .meet: "waiting for the others to end the round"
    case .resetAll: "resetting all"
    case .resolve, .replace, .register, .unregister, .reset, .seal, .drop, .custom: rawName
    }
  }

  private var rawName: String { "\(self)" }
}

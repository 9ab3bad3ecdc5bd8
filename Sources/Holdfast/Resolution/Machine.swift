import Foundation

/// What the container needs to know of the machine it runs on.
enum Machine {
  static let cores = ProcessInfo.processInfo.activeProcessorCount
}

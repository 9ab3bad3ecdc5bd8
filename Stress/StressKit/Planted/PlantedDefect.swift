package import Holdfast
package import HoldfastStress

/// A small application with one thing wrong, which the harness for composition roots must find by name.
package enum PlantedDefect: String, CaseIterable, Sendable {
  case globalSingleton, blockingFactory, leakedDelegate, captive, overlappingDisposer
  case failingRetry, hiddenCycle, slowStartUp, sharedState, hangingShutdown, throwingDisposer

  /// What must be found, and with which key.
  package var expected: (kind: StressFinding.Kind, key: AnyKey) {
    switch self {
    case .globalSingleton: (.globalObject, AnyKey(Exchange.self))
    case .blockingFactory: (.blockedThread, AnyKey(Exchange.self))
    case .leakedDelegate: (.leak, AnyKey(Ferry.self))
    case .captive: (.captive, AnyKey(Diary.self))
    case .overlappingDisposer: (.overlappingDisposal, AnyKey(Ticket.self))
    case .failingRetry: (.failedRetry, AnyKey(Exchange.self))
    case .hiddenCycle: (.hiddenCycle, AnyKey(Exchange.self))
    case .slowStartUp: (.slowStartUp, AnyKey(Line.self))
    case .sharedState: (.sharedState, AnyKey(Exchange.self))
    case .hangingShutdown: (.hangingShutdown, AnyKey(Line.self))
    case .throwingDisposer: (.failedDisposal, AnyKey(Line.self))
    }
  }

  /// The application as the harness sees it; nil for the sound one.
  package static func root(
    _ defect: PlantedDefect?,
    limits: StressLimits = StressLimits(wait: .seconds(1), startUp: .milliseconds(300), blocking: .milliseconds(150))
  ) -> CompositionRoot {
    CompositionRoot(touching: .everything, arguments: [.key(Page.self, taking: Int.self)], limits: limits) {
      try Harbour.container(defect)
    }
  }
}

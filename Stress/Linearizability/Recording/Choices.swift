import HoldfastStress

/// What one thread does in a round; the same plan and thread give the same choices.
package struct Choices {
  package enum Step: Equatable {
    case resolve(Int)
    case register(Int)
    case registerAll
    case unregister(Int)
    case reset(Int)
    case resetAll
    case seal
  }

  private let plan: Plan
  private let thread: Int
  private var random: SeededRandom
  /// When the thread seals, in this episode; never if it is negative.
  private var sealing = -1
  private var step = 0

  package init(_ plan: Plan, thread: Int) {
    self.plan = plan
    self.thread = thread
    random = SeededRandom(seed: plan.seed, name: "\(plan.mode.rawValue) \(plan.round)", number: thread)
  }

  package mutating func beginEpisode() {
    step = 0
    sealing = plan.mode == .sealed && thread == 0 ? random.below(plan.operations) : -1
  }

  package mutating func next() -> Step {
    step += 1
    if step - 1 == sealing { return .seal }
    let choice = random.next()
    let key = Int(truncatingIfNeeded: ((choice >> 32) &* UInt64(plan.keys)) >> 32)
    // In thousandths. A short episode needs more changes, and most of what it resolves is to be registered.
    switch plan.mode {
    case .open:
      switch Int(choice & 1023) {
      case ..<2: return .resetAll
      case ..<5: return .registerAll
      case ..<10: return .unregister(key)
      case ..<40: return .register(key)
      case ..<70: return .reset(key)
      default: return .resolve(key)
      }
    case .sealed:
      switch Int(choice & 1023) {
      case ..<6: return .resetAll
      case ..<12: return .registerAll
      case ..<40: return .unregister(key)
      case ..<140: return .register(key)
      case ..<220: return .reset(key)
      default: return .resolve(key)
      }
    }
  }
}

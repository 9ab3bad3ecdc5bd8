import Holdfast
import HoldfastDiagnostics

/// One container of the survey: every key was asked for once, one after the other.
final class Lap {
  /// Nil once it is forgotten.
  var made: MadeContainer?
  /// What was built, and when.
  var spans: [BuildTimeline.Span] = []
  /// What is there as long as the container: singletons and cached values.
  var kept: [(target: Target, answer: Answer)] = []
  /// Everything that has to be released with the container.
  var instances: [(target: Target, instance: WeakInstance)] = []
  /// False once something hangs: what it holds says nothing.
  var isWhole = true

  /// Lets go of the container and of all that it held.
  func forget() {
    kept = []
    made = nil
  }

  /// Everything that can be reached from what the container keeps, without what was there before it.
  func reach(without strangers: Set<ObjectIdentifier>) -> [ObjectIdentifier: AnyObject] {
    let roots = kept.filter { !$0.target.isExisting }.flatMap { Reach.steps(fromValue: $0.answer.value).map(\.object) }
    return Reach.all(from: roots).filter { !strangers.contains($0.key) }
  }

  /// What is reached from instances that were registered, not made.
  var strangers: Set<ObjectIdentifier> {
    let roots = kept.filter(\.target.isExisting).flatMap { Reach.steps(fromValue: $0.answer.value).map(\.object) }
    return Set(Reach.all(from: roots).keys)
  }
}

/// An instance that nothing is meant to hold any more.
struct WeakInstance: @unchecked Sendable {  // unchecked: a weak constant, which is read only
  private(set) weak var object: AnyObject?
}

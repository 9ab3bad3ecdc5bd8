import HoldfastStress
import StressKit

/// The harness's simple container behind what is checked.
///
/// Without a defect it is sound, which shows that the checker raises no false alarm.
struct FakeSubject: Subject {
  /// The defects that the checker must find, and the rules that may show each.
  static let defects: KeyValuePairs<Defect, Set<Rule>> = [
    .losesChange: [.linearizable, .fresh],
    .staleRead: [.linearizable, .fresh],
    .publishesUnbuilt: [.whole],
    .staleAfterReset: [.fresh],
    .staleAfterReplace: [.linearizable, .fresh],
    .buildsTwice: [.linearizable, .fresh],
    .staysRegistered: [.linearizable, .fresh],
    .sharesOldBuild: [.linearizable, .fresh],
  ]

  private let container: FakeContainer<Specimen>
  private let keys: Range<Int>

  init(_ defect: Defect?, keys: Int) {
    container = FakeContainer(defect, unbuilt: Specimen.unbuilt)
    self.keys = 0..<keys
  }

  func register(_ key: Int, _ recipe: Recipe) -> Change {
    change { () throws(SubjectFailure) in try container.register(CollectionOfOne(key)) { _ in try recipe.make() } }
  }

  func registerAll(_ recipe: Recipe) -> Change {
    change { () throws(SubjectFailure) in try container.register(keys) { _ in try recipe.make() } }
  }

  func unregister(_ key: Int) -> Change { change { () throws(SubjectFailure) in try container.unregister(key) } }

  func reset(_ key: Int) -> Change { change { () throws(SubjectFailure) in try container.reset(key) } }

  func resetAll() -> Change { change { () throws(SubjectFailure) in try container.resetAll() } }

  func seal() { container.seal() }

  func resolve(_ key: Int) -> Found {
    do throws(SubjectFailure) { return .instance(try container.resolve(key)) } catch { return Found(error.kind) }
  }

  private func change(_ body: () throws(SubjectFailure) -> Void) -> Change {
    do throws(SubjectFailure) {
      try body()
      return .done
    } catch {
      return Change(error.kind)
    }
  }
}

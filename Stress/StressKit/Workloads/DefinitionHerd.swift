import Holdfast
import HoldfastDefinitions
import HoldfastStress

/// The definitions of an assembly, asked for by all workers at once, each with an assembly value of its own: singletons are built once all
/// the same.
///
/// A round makes a fresh container. An act asks for a circle of two objects of a graph, which must be the worker's alone, with the one hub;
/// for the shelf of a number, of which there is one for each number; for a transient slip; or for one of two singletons that refer to each
/// other.
final class DefinitionHerd: ContainerWorkload {
  static let name = "definitions"
  static let summary = "all workers ask for an assembly's definitions at once: singletons are built once, graphs stay apart"
  static let acts = 6
  static let hasRounds = true

  private let ledger: Ledger
  private let rounds: Rounds<Round>

  private final class Round: Sendable {
    let container = Container()
    let census = DefinedCensus()
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round())
  }

  func prepare(_ subject: any StressSubject) {}

  func beginRound() {
    rounds.current.census.check(ledger)
    rounds.advance { _, _ in
      let round = Round()
      ledger.expectSuccess("registering") {
        try round.container.register(instance: ledger).register(instance: round.census)
      }
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let shelf = worker.random.below(DefinedCensus.shelves)
    let assembly = rounds.current.container.assembly(DefinedAssembly.self)
    do {
      switch number {
      case 0: judge(circle: try assembly.left, by: worker)
      case 1: judge(circle: try assembly.right, by: worker)
      case 2: settle(try assembly.shelf(for: shelf).tracked, by: worker)
      case 3: worker.check(try assembly.slip.tracked.claim(), .ownObject, "a transient slip was handed out twice")
      case 4: judge(pair: try assembly.sun, by: worker)
      default: judge(pair: try assembly.moon, by: worker)
      }
    } catch {
      worker.check(false, .noSurprise, "a definition failed: \(error)")
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    act(number, by: worker)
  }

  func finish(_ subject: any StressSubject) {
    rounds.current.census.check(ledger)
  }

  /// Checks a circle of a graph, claims it and takes it apart, since its objects hold each other.
  private func judge(circle side: DefinedSide, by worker: Worker) {
    let other = side.other
    defer { side.other = nil }
    worker.check(other !== side && other?.other === side, .graphWhole, "a side does not stand opposite to its other")
    worker.check(side.hub != nil && side.hub === other?.hub, .oneObject, "one graph has two hubs")
    if let hub = side.hub { settle(hub.tracked, by: worker) }
    for tracked in [side.tracked, other?.tracked].compactMap({ $0 }) {
      worker.check(tracked.claim(), .graphApart, "object \(tracked.serial) is in two graphs")
    }
  }

  /// Checks two singletons that refer to each other.
  private func judge(pair link: InjectedLink, by worker: Worker) {
    let other = link.next
    worker.check(other?.next === link, .whollyInjected, "a singleton is handed out before it refers to its other")
    for tracked in [link.tracked, other?.tracked].compactMap({ $0 }) { settle(tracked, by: worker) }
  }

  /// Checks that all workers get the same object of a singleton.
  private func settle(_ tracked: Tracked, by worker: Worker) {
    worker.check(tracked.isIntact, .intact, "object \(tracked.serial) is not wholly built")
    let first = rounds.current.census.objects[tracked.key].settle(on: tracked.serial)
    worker.check(first == tracked.serial, .oneObject, "one caller got object \(first) of key \(tracked.key), another \(tracked.serial)")
  }
}

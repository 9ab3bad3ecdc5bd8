import Holdfast
import HoldfastStress
import Searching

/// Singletons that refer to each other through their injector, entered from every end at once: the same objects everywhere, wholly
/// injected.
///
/// A round empties the keys of a ring of two or three links. In some rounds one link's injector throws, at its first run or at all of them:
/// all callers of that attempt get the error, nothing of it is ever seen, and if no attempt went well all keys are empty
/// afterwards.
///
/// ```
/// link 0 ⇄ link 1      link 0 → link 1 → link 2 → link 0
/// ```
final class Injectors: ContainerWorkload {
  static let name = "injectors"
  static let summary = "singletons whose injectors form a cycle, entered at all ends at once: all get the same finished objects, or none"
  static let acts = 6
  static let hasRounds = true

  private static let names: [Name] = (0..<3).map { Name(String($0)) }

  private let ledger: Ledger
  private let container = Container()
  var containers: [Container] { [container] }
  private let rounds: Rounds<Round>

  private final class Round: Sendable {
    /// Whose injector throws.
    enum Fault: Sendable {
      case none
      case first(Int)
      case always(Int)
    }

    let length: Int
    let fault: Fault
    let builds = (0..<3).map { _ in KeyState() }
    let objects = (0..<3).map { _ in KeyState() }
    let injections = KeyState()

    init(length: Int, fault: Fault) {
      self.length = length
      self.fault = fault
    }

    /// The number of the attempt that is to fail at this link; nil if it is not to.
    func failure(at link: Int) -> UInt64? {
      switch fault {
      case .first(link):
        let attempt = injections.nextNumber()
        return attempt == 1 ? attempt : nil
      case .always(link): return injections.nextNumber()
      case .none, .first, .always: return nil
      }
    }

    var alwaysFails: Bool {
      if case .always = fault { true } else { false }
    }

    var neverFails: Bool {
      if case .none = fault { true } else { false }
    }
  }

  private let defect: Defect?

  init(_ setting: Setting, _ defect: Defect?) {
    ledger = setting.ledger
    self.defect = defect
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round(length: 2, fault: .none))
  }

  func prepare() throws {
    let (ledger, rounds, isSloppy) = (ledger, rounds, defect == .skipsInjection)
    try container.registerAll { batch in
      for link in Self.names.indices {
        batch.register(named: Self.names[link]) { _ in
          _ = rounds.current.builds[link].nextNumber()
          return InjectedLink(Tracked(key: link, in: ledger))
        }
      }
      batch.registerInjector(InjectedLink.self) { link, resolver in
        let round = rounds.current
        let key = link.tracked.key
        ledger.check(link.inject(), .whollyInjected, "link \(key) is injected again")
        MonotonicClock.yieldThread()
        let next = try resolver.resolve(InjectedLink.self, named: Self.names[(key + 1) % round.length])
        if let attempt = round.failure(at: key) { throw PlannedFailure(key: key, attempt: attempt) }
        if !isSloppy { link.next = next }
      }
    }
  }

  func beginRound() {
    endRound()
    ledger.expectSuccess("resetting all") { try container.resetAll() }
    rounds.advance { _, random in
      let length = 2 + random.below(2)
      let link = random.below(length)
      let fault: Round.Fault =
        switch random.below(4) {
        case 0: .first(link)
        case 1: .always(link)
        default: .none
        }
      return Round(length: length, fault: fault)
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let name = Self.names[number % rounds.current.length]
    judge(Answer.of { () throws(ResolutionError) in try container.resolve(InjectedLink.self, named: name) }, number, by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    let name = Self.names[number % rounds.current.length]
    let answer = await Answer.of { () async throws(ResolutionError) in try await container.resolve(InjectedLink.self, named: name) }
    judge(answer, number, by: worker)
  }

  func finish() {
    endRound()
  }

  private func judge(_ answer: Answer<InjectedLink>, _ number: Int, by worker: Worker) {
    let round = rounds.current
    switch answer {
    case .failure(let error):
      if let failure = error.planned {
        worker.check(!round.neverFails, .failureTold, "a failure that was not planned in this round: \(failure)")
      } else {
        worker.check(false, .noSurprise, "a link of \(round.length) failed: \(error)")
      }
    case .success(let first):
      worker.check(!round.alwaysFails, .emptyAgain, "link \(first.tracked.key) is handed out although its circle cannot be injected")
      var link = first
      for place in 0..<round.length {
        let key = (number + place) % round.length
        worker.check(link.tracked.isIntact && link.tracked.key == key, .intact, "link \(key) is not wholly its own")
        let settled = round.objects[key].settle(on: link.tracked.serial)
        worker.check(settled == link.tracked.serial, .oneObject, "one caller got link \(settled), another \(link.tracked.serial)")
        guard let next = link.next else { return worker.check(false, .whollyInjected, "link \(key) is handed out before it is injected") }
        link = next
      }
      worker.check(link === first, .oneObject, "the ring does not come back to where it began")
    }
  }

  private func endRound() {
    let round = rounds.current
    for link in 0..<round.length {
      let builds = round.builds[link].lastNumber
      if round.neverFails { ledger.check(builds <= 1, .oneBuild, "link \(link) was built \(builds) times in one round") }
      let found = container.peek(InjectedLink.self, named: Self.names[link])
      if round.alwaysFails { ledger.check(found == nil, .emptyAgain, "link \(link) is kept although its circle cannot be injected") }
      let settled = round.objects[link].mark
      if settled != 0 { ledger.check(found?.tracked.serial == settled, .oneObject, "link \(settled) was handed out, but is not kept") }
    }
  }
}

/// A singleton in a circle of singletons; it does not hold the next one, which the container does.
final class InjectedLink: Sendable {
  let tracked: Tracked
  private let injections = KeyState()
  private let successor = Locked(Successor())

  /// The next link, watched.
  private struct Successor {
    weak var link: InjectedLink?
  }

  init(_ tracked: Tracked) {
    self.tracked = tracked
  }

  /// Notes that the injector runs; answers whether it is the first time.
  func inject() -> Bool {
    injections.nextNumber() == 1
  }

  var next: InjectedLink? {
    get { successor.withLock { $0.link } }
    set { successor.withLock { $0.link = newValue } }
  }
}

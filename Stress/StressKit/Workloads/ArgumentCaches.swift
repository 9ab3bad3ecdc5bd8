import Holdfast
import HoldfastStress
import Searching

/// Values made from run-time arguments whose hashes all collide: one for each distinct argument, no more than the capacity, none after a
/// reset.
///
/// `kept` keeps a value for each argument for good; `few` keeps so many and lets the one go that was used least recently; `reset` is
/// forgotten now and then, and a resolve that starts later gets no value begun before. Comparing two arguments takes its time, so
/// that others change the cache meanwhile.
final class ArgumentCaches: ContainerWorkload {
  static let name = "argument-cache"
  static let summary = "values with colliding run-time arguments: one value for each argument, within the capacity, new after a reset"
  static let acts = 64

  private static let capacity = 6
  private static let arguments = 16

  private let ledger: Ledger
  private let container = Container()
  private let coarseness = KeyState()
  private let kept = (0..<arguments).map { _ in KeyState() }
  private let few = Census()
  private let reset = KeyState()

  private enum Names {
    static let kept: Name = "kept"
    static let few: Name = "few"
    static let reset: Name = "reset"
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    if subject.defect == .confusesArguments { coarseness.raise(to: 1) }
    let (ledger, kept, few) = (ledger, kept, few)
    try container.registerAll { batch in
      batch.register(
        named: Names.kept,
        .factory(taking: CollidingArgument.self) { _, argument in
          ledger.check(kept[argument.value].nextNumber() == 1, .oneBuild, "the value of argument \(argument.value) is built again")
          MonotonicClock.yieldThread()
          return CachedItem(Tracked(key: argument.value, in: ledger))
        })
      batch.register(
        named: Names.few, scope: .singleton(capacity: Self.capacity),
        .factory(taking: CollidingArgument.self) { _, argument in
          CachedItem(Tracked(key: argument.value, in: ledger), countedBy: few)
        })
      batch.register(
        named: Names.reset,
        .factory(taking: CollidingArgument.self) { _, argument in
          let started = MonotonicClock.now()
          if argument.value.isMultiple(of: 4) { MonotonicClock.yieldThread() }
          return CachedItem(Tracked(key: argument.value, started: started, in: ledger))
        })
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let argument = argument(worker)
    if number == 0 { return forget(by: worker) }
    let name = name(number)
    let mark = reset.mark
    judge(
      Answer.of { () throws(ResolutionError) in try container.resolve(CachedItem.self, named: name, with: argument) },
      argument, name, mark, by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    let argument = argument(worker)
    if number == 0 { return forget(by: worker) }
    let name = name(number)
    let mark = reset.mark
    judge(
      await Answer.of { () async throws(ResolutionError) in try await container.resolve(CachedItem.self, named: name, with: argument) },
      argument, name, mark, by: worker)
  }

  func finish(_ subject: any StressSubject) {
    let isWithin = Blocking.until { few.living <= Self.capacity }
    ledger.check(isWithin, .withinCapacity, "\(few.living) values are alive that only a cache of \(Self.capacity) holds")
  }

  private func argument(_ worker: Worker) -> CollidingArgument {
    CollidingArgument(value: worker.random.below(Self.arguments), coarseness: Int(coarseness.mark))
  }

  private func name(_ number: Int) -> Name {
    number < 16 ? Names.kept : number < 40 ? Names.few : Names.reset
  }

  private func forget(by worker: Worker) {
    let before = MonotonicClock.now()
    let answer = Answer.of { () throws(ResolutionError) in
      try container.reset(CachedItem.self, named: Names.reset, taking: CollidingArgument.self)
    }
    worker.check(answer.value == true, .noSurprise, "the reset of a cache failed: \(answer)")
    reset.raise(to: before)
  }

  private func judge(_ answer: Answer<CachedItem>, _ argument: CollidingArgument, _ name: Name, _ mark: UInt64, by worker: Worker) {
    guard let item = worker.value(of: answer, what: "argument \(argument.value)")?.tracked else { return }
    worker.check(item.isIntact, .intact, "argument \(argument.value) gave an object that is not wholly built")
    worker.check(item.key == argument.value, .ownArguments, "argument \(argument.value) gave the value of argument \(item.key)")
    if name == Names.kept {
      let first = kept[argument.value].settle(on: item.serial)
      worker.check(first == item.serial, .oneObject, "argument \(argument.value) gave object \(item.serial) after object \(first)")
    } else if name == Names.reset {
      worker.check(item.started >= mark, .freshAfterReset, "argument \(argument.value) gave a value begun before a reset that had returned")
    }
  }
}

import Holdfast
import HoldfastStress
import Searching

/// One thread of a round: carries out its choices and records what it saw.
struct RoundWorker {
  private let plan: Plan
  private let thread: Int
  private let recorder: Recorder
  private var choices: Choices
  /// The last reading of the clock.
  private var last: UInt64 = 0
  private var registrations: UInt64 = 0

  init(_ plan: Plan, thread: Int, recorder: Recorder) {
    self.plan = plan
    self.thread = thread
    self.recorder = recorder
    choices = Choices(plan, thread: thread)
  }

  mutating func playEpisode(on container: CheckedContainer, until interrupted: Flag) {
    recorder.beginEpisode()
    choices.beginEpisode()
    for turn in 0..<plan.operations {
      if turn & 1023 == 0, interrupted.isSet { return }
      take(choices.next(), on: container)
    }
  }

  private mutating func take(_ step: Choices.Step, on container: CheckedContainer) {
    let every = Operation.everyKey
    switch step {
    case .resolve(let key):
      let start = tick()
      let found = Result { () throws(ResolutionError) in try container.resolve(key) }
      note(found, Int32(truncatingIfNeeded: key), start, tick())
    case .register(let key):
      let recipe = recipe()
      change(.registered, Int32(key), recipe.generation) { () throws(ResolutionError) in
        try container.register(key, recipe)
        return nil
      }
    case .registerAll:
      let recipe = recipe()
      change(.registered, every, recipe.generation) { () throws(ResolutionError) in
        try container.registerAll(recipe)
        return nil
      }
    case .unregister(let key): change(.unregistered, Int32(key)) { () throws(ResolutionError) in try container.unregister(key) }
    case .reset(let key): change(.reset, Int32(key)) { () throws(ResolutionError) in try container.reset(key) }
    case .resetAll:
      change(.reset, every) { () throws(ResolutionError) in
        try container.resetAll()
        return nil
      }
    case .seal:
      change(.sealed, every) {
        container.seal()
        return nil
      }
    }
  }

  /// The clock; later than at its last reading, so that a thread's operations follow each other strictly on a coarse clock too.
  @inline(__always)
  private mutating func tick() -> UInt64 {
    var now = MonotonicClock.now()
    while now == last { now = MonotonicClock.now() }
    last = now
    return now
  }

  /// Numbers registrations without a counter that threads share.
  private mutating func recipe() -> Recipe {
    registrations += 1
    return Recipe(generation: registrations * UInt64(plan.threads) + UInt64(thread), seed: plan.seed)
  }

  @inline(__always)
  private func note(_ found: Result<Specimen, ResolutionError>, _ key: Int32, _ start: UInt64, _ end: UInt64) {
    switch found {
    case .success(let specimen):
      recorder.record(
        Operation(.resolved, key: key, value: specimen.identity, from: start, to: end, factoryStart: specimen.factoryStart))
    case .failure(let error) where error.code == .notRegistered:
      recorder.record(Operation(.notRegistered, key: key, from: start, to: end))
    case .failure(let error):
      if let planned = error.underlying as? PlannedFailure {
        recorder.record(Operation(.threw, key: key, value: planned.attempt, from: start, to: end))
      } else {
        recorder.record(Operation(.failed, key: key, from: start, to: end))
      }
    }
  }

  /// Makes a change and records it.
  ///
  /// - Parameter body: answers whether something was registered, if the container says so.
  private mutating func change(
    _ kind: Operation.Kind, _ key: Int32, _ value: UInt64 = Operation.Answer.unknown, _ body: () throws(ResolutionError) -> Bool?
  ) {
    let start = tick()
    let answer = Result(catching: body)
    let end = tick()
    switch answer {
    case .success(let wasThere):
      recorder.record(Operation(kind, key: key, value: wasThere.map(Operation.Answer.of) ?? value, from: start, to: end))
    case .failure(let error):
      let isClosed = error.code == .sealed || error.code == .shutDown
      recorder.record(Operation(isClosed ? .refused : .failed, key: key, from: start, to: end))
    }
  }
}

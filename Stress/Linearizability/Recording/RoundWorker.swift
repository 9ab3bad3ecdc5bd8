import HoldfastStress

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

  mutating func playEpisode(on subject: some Subject, until interrupted: Flag) {
    recorder.beginEpisode()
    choices.beginEpisode()
    for turn in 0..<plan.operations {
      if turn & 1023 == 0, interrupted.isSet { return }
      take(choices.next(), on: subject)
    }
  }

  private mutating func take(_ step: Choices.Step, on subject: some Subject) {
    switch step {
    case .resolve(let key):
      let start = tick()
      let found = subject.resolve(key)
      note(found, key, start, tick())
    case .register(let key):
      let recipe = recipe()
      let start = tick()
      note(.registered, subject.register(key, recipe), Int32(key), recipe.generation, start)
    case .registerAll:
      let recipe = recipe()
      let start = tick()
      note(.registered, subject.registerAll(recipe), Operation.everyKey, recipe.generation, start)
    case .unregister(let key):
      let start = tick()
      note(.unregistered, subject.unregister(key), Int32(key), 0, start)
    case .reset(let key):
      let start = tick()
      note(.reset, subject.reset(key), Int32(key), 0, start)
    case .resetAll:
      let start = tick()
      note(.reset, subject.resetAll(), Operation.everyKey, 0, start)
    case .seal:
      let start = tick()
      subject.seal()
      recorder.record(Operation(.sealed, key: Operation.everyKey, from: start, to: tick()))
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
  private func note(_ found: Found, _ key: Int, _ start: UInt64, _ end: UInt64) {
    let key = Int32(truncatingIfNeeded: key)
    switch found {
    case .instance(let specimen):
      recorder.record(
        Operation(.resolved, key: key, value: specimen.identity, from: start, to: end, factoryStart: specimen.factoryStart))
    case .notRegistered: recorder.record(Operation(.notRegistered, key: key, from: start, to: end))
    case .threw(let generation): recorder.record(Operation(.threw, key: key, value: generation, from: start, to: end))
    case .failed: recorder.record(Operation(.failed, key: key, from: start, to: end))
    }
  }

  private mutating func note(_ kind: Operation.Kind, _ change: Change, _ key: Int32, _ value: UInt64, _ start: UInt64) {
    let end = tick()
    switch change {
    case .done: recorder.record(Operation(kind, key: key, value: value, from: start, to: end))
    case .removed(let wasThere): recorder.record(Operation(kind, key: key, value: Operation.Answer.of(wasThere), from: start, to: end))
    case .refused: recorder.record(Operation(.refused, key: key, from: start, to: end))
    case .failed: recorder.record(Operation(.failed, key: key, from: start, to: end))
    }
  }
}

import HoldfastStress

/// Resolving while registrations are replaced, removed and made again: no resolve that starts after a replace sees the old registration.
///
/// Each of the first workers owns one key and alone replaces it, with rising generations; all workers resolve all keys. Once a replace has
/// returned, its generation becomes the key's mark; a resolve takes the mark before the call and must not get an older generation. One
/// registration is built once at most. Odd keys are also unregistered and registered again, so a resolve of them may find nothing.
final class Replace: SubjectWorkload {
  static let name = "replace"
  static let summary = "resolves run while keys are registered, replaced and unregistered: no caller gets the old value"

  private let ledger: Ledger
  private let keys: [KeyState]

  init(_ setting: Setting) {
    ledger = setting.ledger
    keys = (0..<min(8, setting.workers)).map { _ in KeyState() }
  }

  func prepare(_ subject: any StressSubject) throws {
    for key in keys.indices { try register(key, on: subject) }
  }

  func next(_ worker: Worker) -> Move {
    let key = worker.random.below(keys.count)
    guard worker.index < keys.count, worker.random.once(in: 8) else { return .resolve(key, mark: keys[key].mark) }
    let own = worker.index
    if !own.isMultiple(of: 2), worker.random.once(in: 4) {
      return .change(.unregister, own) { try self.removeAndRegister(own, by: worker, on: $0) }
    }
    return .change(.replace, own) { try self.register(own, on: $0) }
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    switch (move, outcome) {
    case (.resolve(let key, let mark), .instance(let object)):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      worker.check(
        object.generation >= mark, .freshAfterReplace,
        "key \(key) gave generation \(object.generation) after the replace with generation \(mark) had returned")
    case (.resolve(let key, _), .failed(let failure)):
      worker.check(failure.kind == .notRegistered && !key.isMultiple(of: 2), .noSurprise, "key \(key) failed: \(failure)")
    case (_, .failed(let failure)):
      worker.check(false, .noSurprise, "\(move) failed: \(failure)")
    default:
      break
    }
  }

  /// Registers the key's next generation.
  ///
  /// Only the key's owner calls it.
  private func register(_ key: Int, on subject: any StressSubject) throws {
    let generation = keys[key].nextNumber()
    let builds = KeyState()
    try subject.registerSingleton(key) { [ledger] _ in
      let started = MonotonicClock.now()
      ledger.check(builds.nextNumber() == 1, .oneBuild, "generation \(generation) of key \(key) is built again")
      return Tracked(key: key, generation: generation, started: started, in: ledger)
    }
    keys[key].raise(to: generation)
  }

  private func removeAndRegister(_ key: Int, by worker: Worker, on subject: any StressSubject) throws {
    try subject.unregister(key)
    do throws(SubjectFailure) {
      let object = try subject.resolve(key)
      worker.check(false, .goneAfterUnregister, "key \(key) gave generation \(object.generation) after its unregister had returned")
    } catch {
      worker.check(error.kind == .notRegistered, .goneAfterUnregister, "key \(key) failed in another way after its unregister: \(error)")
    }
    try register(key, on: subject)
  }
}

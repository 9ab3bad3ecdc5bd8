import HoldfastStress

extension FakeContainer {
  /// What a caller has to do next.
  private enum Step {
    case take(Object)
    case build(Factory, version: UInt64)
    case make(Factory)
    case wait
    case fail(any Error)
  }

  package func resolve(_ key: Int) throws(SubjectFailure) -> Object {
    try SubjectFailure.telling { try resolve(key, chain: book.withLock { $0.nextNumber() }) }
  }

  package func resolveInTask(_ key: Int) async throws(SubjectFailure) -> Object {
    let chain = book.withLock { $0.nextNumber() }
    do {
      while true {
        if let instance = try attempt(key, chain: chain) { return instance }
        try await Task.sleep(for: .microseconds(20))
      }
    } catch { throw SubjectFailure(any: error) }
  }

  /// Resolves for a factory, or for a thread.
  func resolve(_ key: Int, chain: UInt64) throws -> Object {
    while true {
      if let instance = try attempt(key, chain: chain) { return instance }
      MonotonicClock.pauseThread(microseconds: 20)
    }
  }

  /// One look at the key; nil says to look again a little later.
  private func attempt(_ key: Int, chain: UInt64) throws -> Object? {
    if abandoned.isSet { throw SubjectFailure(.other, "abandoned") }
    switch book.withLock({ step(key, chain: chain, in: &$0) }) {
    case .take(let instance): return instance
    case .make(let factory): return try make(key, factory, chain: chain)
    case .build(let factory, let version): return try build(key, factory, version: version, chain: chain)
    case .fail(let error): throw error
    case .wait: return nil
    }
  }

  private func build(_ key: Int, _ factory: Factory, version: UInt64, chain: UInt64) throws -> Object {
    let result = Result { try factory(FakeDependencies(container: self, chain: chain)) }
    book.withLock { book in
      guard var entry = book.entries[key], entry.version == version || defect == .sharesOldBuild else { return }
      entry.builder = nil
      switch result {
      case .success(let instance):
        if case .weak = entry.source { entry.weakInstance = instance }
        if case .singleton = entry.source { entry.instance = instance }
        if defect == .holdsWeak { entry.instance = instance }
      case .failure(let error):
        entry.failure = error
      }
      book.entries[key] = entry
    }
    return try result.get()
  }

  private func make(_ key: Int, _ factory: Factory, chain: UInt64) throws -> Object {
    let instance = try factory(FakeDependencies(container: self, chain: chain))
    if defect == .sharesTransient { book.withLock { $0.entries[key]?.instance = instance } }
    return instance
  }

  /// Decides what a caller does next.
  ///
  /// Runs under the lock.
  private func step(_ key: Int, chain: UInt64, in book: inout FakeBook<Object>) -> Step {
    if book.lost.contains(chain) { return .wait }
    book.waits[chain] = nil
    guard let entry = book.entries[key] else { return .fail(SubjectFailure(.notRegistered, "key \(key) is not registered")) }
    switch entry.source {
    case .transient(let factory):
      if let instance = entry.instance, book.tossed(oneIn: 4) { return .take(instance) }
      return .make(factory)
    case .lent:
      if let instance = entry.weakInstance { return .take(instance) }
      return .fail(SubjectFailure(.instanceDied, "the instance of key \(key) has died"))
    case .weak(let factory):
      if let instance = entry.weakInstance, defect != .doublesWeak || !book.tossed(oneIn: 8) { return .take(instance) }
      return buildOrWait(key, factory, chain: chain, in: &book)
    case .singleton(let factory):
      if defect == .staleRead, let previous = entry.previous, book.tossed(oneIn: 16) { return .take(previous) }
      if let instance = entry.instance { return .take(instance) }
      if defect == .cachesFailure, let error = entry.failure, book.tossed(oneIn: 4) { return .fail(error) }
      return buildOrWait(key, factory, chain: chain, in: &book)
    }
  }

  private func buildOrWait(_ key: Int, _ factory: @escaping Factory, chain: UInt64, in book: inout FakeBook<Object>) -> Step {
    let isBuilding = book.entries[key]?.builder != nil
    if isBuilding, defect != .buildsTwice { return wait(for: key, chain: chain, in: &book) }
    book.entries[key]?.builder = chain
    if let unbuilt { book.entries[key]?.instance = unbuilt }
    return .build(factory, version: book.entries[key]?.version ?? 0)
  }

  private func wait(for key: Int, chain: UInt64, in book: inout FakeBook<Object>) -> Step {
    if defect == .losesWaiter, book.tossed(oneIn: 16) {
      book.lost.insert(chain)
    } else if defect == .falseCycle, book.tossed(oneIn: 2) {
      return .fail(SubjectFailure(.cycle(pathLength: 2), "cycle: \(key) → \(key)"))
    } else if defect != .hangs, let path = book.cycle(of: chain, waitingFor: key) {
      return .fail(SubjectFailure(.cycle(pathLength: path.count), "cycle: \(path.map(String.init).joined(separator: " → "))"))
    }
    book.waits[chain] = key
    return .wait
  }
}

extension OnceCell {
  /// Lets others in between the check and the joining, for the mutant that does so; the answer of `enter` when the build ended meanwhile.
  func joinLater(_ attempt: Attempt, _ build: Attempt?, _ mode: Mode, _ wake: inout [Waiter.Wake]) -> Entry? {
    BuildLock.lock.lock.unlock()
    BuildLock.lock.lock.lock()
    if machine.attempt == attempt { return nil }
    let waiter = mode == .blocking ? Waiter(parking: build, on: attempt) : Waiter(suspending: build, on: attempt)
    wake += [waiter.settle(.retry)].compactMap { $0 }
    return .wait(waiter, attempt)
  }
}

extension OnceCell {
  /// The object that is constructed and still being injected, if `build` may have it because waiting would close a cycle.
  package func earlyReference(for build: Attempt) -> AnyObject? {
    var wake: [Waiter.Wake] = []
    let instance: AnyObject? = BuildLock.lock.withLock {
      guard build.mayAsk, let attempt = machine.attempt, case .early(let instance, let woken) = WaitGraph.verdict(of: build, on: attempt)
      else { return nil }
      wake = woken
      return instance
    }
    for wake in wake { wake() }
    return instance
  }
}

import OnceKernel

extension Core {
  /// Shuts down once; everybody who asks gets the same report.
  func shutDown(builds: ShutdownPolicy, deadline: Duration?, _ site: RegistrationSite) async throws(ResolutionError) -> ShutdownReport {
    if Disposing.isInside(self) { return ShutdownReport(failures: [], unfinished: []) }
    for caller in [BuildTask.lineage, CurrentBuild.onThisThread] {
      // A factory that some build of this container waits for would wait for itself.
      guard let caller, Attempt.inFlight(of: self).contains(where: { $0.wouldClose(with: caller) }) else { continue }
      let registration = unsafeDowncast(caller.subject, to: Registration.self)  // always a registration
      throw .shutdownInFactory(registration.key, site: registration.site)
    }
    let outer = Disposing.all
    let task = shutdown.task { [self] in
      close(site)
      return await putAway(builds: builds, deadline: deadline, within: outer)
    }
    return await task.value
  }

  private func putAway(builds: ShutdownPolicy, deadline: Duration?, within outer: Disposing?) async -> ShutdownReport {
    let end = deadline.map { ContinuousClock.now + $0 }
    let unfinished = await settle(builds, until: end)
    shutdown.endDraining()
    var cells = (registry.enter { $0.table.cells } + cached.close() + scopedInstances).expanded.inOrderOfCreation
    let failures = await Disposing.run(self, within: outer) {
      await disposeInOrder(cells)
      return await shutdown.finish()
    }
    // Of a sealed table readers may still be inside: it is emptied when the last of them is gone.
    let isSealed = registry.enter { $0.sealedBy != nil }
    if !isSealed { _ = registry.enter { $0.close() } }
    // From the last created to the first, as nothing else holds them now.
    while let cell = cells.popLast() { withExtendedLifetime(cell) {} }
    return ShutdownReport(failures: failures, unfinished: unfinished)
  }

  /// Waits until nothing is being built, or the time is over; answers what is still being built.
  private func settle(_ builds: ShutdownPolicy, until end: ContinuousClock.Instant?) async -> [AnyKey] {
    #if Exploration
      if Mutant.shutdownHurries.isActive { return [] }
    #endif
    while true {
      let running = Attempt.inFlight(of: self)
      if running.isEmpty { return [] }
      // Always registrations.
      let keys = running.map { $0.registration.key }
      for (attempt, key) in zip(running, keys) {
        let error = gone(key)
        if builds == .cancel { attempt.cancel(error) }
        guard let waiter = attempt.observe() else {
          // It is over, and its code still runs.
          if let end, ContinuousClock.now >= end { return keys }
          try? await Task.sleep(for: .milliseconds(1))
          continue
        }
        if await waiter.suspend(until: end) { continue }
        let late = Attempt.inFlight(of: self)
        for attempt in late { attempt.cancel(error) }
        return late.map { $0.registration.key }
      }
    }
  }

  /// Disposes of what cells hold, the last created first; failures are recorded.
  func disposeInOrder(_ cells: [OnceCell]) async {
    #if Exploration
      let cells = Mutant.disposesOldestFirst.isActive ? cells.reversed() : cells
    #endif
    for cell in cells.reversed() {
      guard let instance = cell.retire() else { continue }
      let registration = cell.registration
      let disposes = observers.isListening && registration.disposes(instance)
      do {
        try await registration.dispose(instance)
      } catch {
        shutdown.record(registration.key, error)
        #if Exploration
          if Mutant.failureStopsDisposal.isActive { return }
        #endif
      }
      if disposes { observers.tell(.disposed, registration.key) }
    }
  }

  /// Disposes of what cells hold that the container gave up, in a task of its own, the last created first.
  func disposeLater(_ cells: [OnceCell]) {
    var wanting: [OnceCell] = []
    for cell in cells {
      if let instance = cell.instance {
        if cell.registration.disposes(instance) {
          wanting.append(cell)
        } else if cell.kind != .shared {
          // Of a shared cell that has its instance nobody asks whether it was taken out: no build of it is to come.
          _ = cell.retire()
        }
      } else if let instance = cell.retire() {
        // It was published between the two looks. What is published from here on is put away by whoever built it.
        disposeLater(instance, of: cell.registration)
      }
    }
    if wanting.isEmpty { return }
    let cells = wanting.inOrderOfCreation
    let outer = Disposing.all
    shutdown.run { [self] in
      await Disposing.run(self, within: outer) { await disposeInOrder(cells) }
    }
  }

  /// The code that ran for a build has returned: what it made and nobody can have is put away.
  func left(_ attempt: Attempt, leaving remains: AnyObject?) {
    guard let remains else { return }
    #if Exploration
      if Mutant.unwantedIsLost.isActive { return }
    #endif
    disposeLater(remains, of: attempt.registration)
  }

  /// Disposes of an instance that no cell holds, in a task of its own.
  func disposeLater(_ instance: AnyObject, of registration: Registration) {
    guard registration.disposes(instance) else { return }
    let held = Held(instance, registration.held(instance))
    let outer = Disposing.all
    shutdown.run { [self] in
      do {
        try await Disposing.run(self, within: outer) { try await registration.dispose(held.instance) }
      } catch {
        shutdown.record(registration.key, error)
      }
      observers.tell(.disposed, registration.key)
    }
  }

  /// Gives up cells that were taken out of the table: disposes of what they hold, and releases them in reverse order of creation.
  ///
  /// Called outside every lock: the last reference to an instance runs its deinit.
  func release(_ cells: consuming [OnceCell]) {
    guard cells.count > 1 else { return }
    var ordered = cells.inOrderOfCreation
    cells = []
    while let cell = ordered.popLast() { withExtendedLifetime(cell) {} }
  }
}

/// A retained instance on its way to its disposer.
private struct Held: @unchecked Sendable {  // unchecked: a shared instance, which is Sendable, or nobody else's any more
  let instance: AnyObject
  /// Of a weak instance the object itself, which lives until it is disposed of.
  private let object: AnyObject?

  init(_ instance: AnyObject, _ object: AnyObject?) {
    self.instance = instance
    self.object = object
  }
}

import OnceKernel

extension Core {
  /// Shuts down once; everybody who asks gets the same report.
  func shutDown(builds: BuildsInFlight, deadline: Duration?, _ site: RegistrationSite) async throws(ResolutionError) -> ShutdownReport {
    if Disposing.isInside(self) { return ShutdownReport(failures: [], unfinished: []) }
    for build in [BuildTask.lineage, CurrentBuild.onThisThread] {
      guard let registration = build.map({ unsafeDowncast($0.subject, to: Registration.self) }) else { continue }  // always a registration
      if owns(registration) { throw .shutdownInFactory(registration.key, site: registration.site) }
    }
    let task = shutdown.task { [self] in
      registry.enter { $0.shutDown(site) }
      return await putAway(builds: builds, deadline: deadline)
    }
    return await task.value
  }

  private func owns(_ registration: Registration) -> Bool {
    registry.enter { $0.cell(for: registration.key) }?.registration === registration
  }

  private func putAway(builds: BuildsInFlight, deadline: Duration?) async -> ShutdownReport {
    let end = deadline.map { ContinuousClock.now + $0 }
    let unfinished = await settle(builds, until: end)
    shutdown.endDraining()
    let cells = (registry.enter { $0.table.cells } + cached.close()).inOrderOfCreation
    let failures = await Disposing.run(self) {
      for cell in cells.reversed() {
        guard let instance = cell.retire() else { continue }
        await dispose(instance, of: cell.registration)
      }
      return await shutdown.finish()
    }
    release(registry.enter { $0.close() } + cells)
    return ShutdownReport(failures: failures, unfinished: unfinished)
  }

  /// Waits until nothing is being built, or the time is over; answers what is still being built.
  private func settle(_ builds: BuildsInFlight, until end: ContinuousClock.Instant?) async -> [AnyKey] {
    while true {
      let building = (registry.enter { $0.table.cells } + cached.cells).filter(\.isBuilding)
      if building.isEmpty { return [] }
      for cell in building {
        let error = ResolutionError.shutDown(cell.registration.key, by: registry.enter { $0.shutDownBy })
        if builds == .cancel { cell.cancelBuild(error) }
        guard let waiter = cell.observeBuild() else { continue }
        if await waiter.suspend(until: end) { continue }
        for cell in building { cell.cancelBuild(error) }
        return building.filter(\.isBuilding).map(\.registration.key)
      }
    }
  }

  private func dispose(_ instance: AnyObject, of registration: Registration) async {
    let disposes = observers.isListening && registration.disposes(instance)
    do {
      try await registration.dispose(instance)
    } catch {
      shutdown.record(registration.key, error)
    }
    if disposes { observers.tell(.disposed, registration.key) }
  }

  /// Disposes of an instance that the container gave up, in a task of its own.
  func disposeLater(_ instance: AnyObject, of registration: Registration) {
    guard registration.disposes(instance) else { return }
    let held = Held(instance)
    shutdown.run(registration.key) { [self] in
      defer { observers.tell(.disposed, registration.key) }
      try await Disposing.run(self) { try await registration.dispose(held.instance) }
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

  init(_ instance: AnyObject) {
    self.instance = instance
  }
}

/// Marks tasks that run disposers, where a further shutdown of the same container returns at once.
enum Disposing {
  @TaskLocal private static var core: Core?

  static func isInside(_ core: Core) -> Bool { self.core === core }

  static func run<Result>(_ core: Core, _ body: () async throws -> Result) async rethrows -> Result {
    try await $core.withValue(core) { try await body() }
  }
}

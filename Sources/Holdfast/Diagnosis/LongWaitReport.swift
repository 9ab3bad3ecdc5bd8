import OnceKernel

/// Who waits for whom, when a wait took longer than it should.
public struct LongWaitReport: Sendable, CustomStringConvertible {
  /// One build in flight.
  public struct Build: Sendable, CustomStringConvertible {
    /// What is being built.
    public let key: AnyKey
    /// Where it was registered.
    public let site: RegistrationSite
    /// For how long.
    public let elapsed: Duration
    /// How many threads and tasks wait for it.
    public let waiters: Int
    /// Whether its factory is asynchronous.
    public let isAsynchronous: Bool
    /// The builds that it waits for itself, as far as the container sees.
    public let waitsFor: [AnyKey]

    /// Nil for what no container of this library builds.
    init?(_ build: BuildInFlight) {
      guard let registration = build.subject as? Registration else { return nil }
      key = registration.key
      site = registration.site
      elapsed = build.elapsed
      waiters = build.waiters
      isAsynchronous = build.isAsynchronous
      waitsFor = build.waitsFor.compactMap { ($0 as? Registration)?.key }
    }

    public var description: String {
      let waiting = waitsFor.isEmpty ? "" : ", waits for " + waitsFor.map(\.description).joined(separator: ", ")
      let kind = isAsynchronous ? "asynchronous" : "synchronous"
      return "\(key) (\(kind), for \(elapsed), \(waiters) waiting\(waiting); registered at \(site))"
    }
  }

  /// What is waited for.
  public let key: AnyKey
  /// The circle that this wait closes if each factory on it waits for the tasks that it started: each needs the next, and the last is the first.
  /// Empty when the wait has only taken too long.
  public let path: [AnyKey]
  /// True when the wait cannot end if the factories on `path` wait for the tasks that they started.
  public var isCertain: Bool { !path.isEmpty }
  /// All builds in flight in the process, oldest first.
  public let builds: [Build]

  init(key: AnyKey, path: [AnyKey] = [], builds: [Build]) {
    self.key = key
    self.path = path
    self.builds = builds
  }

  public var description: String {
    let steps = path.map(\.description).joined(separator: " → ")
    let head =
      isCertain
      ? "A task that a factory started waits for what needs that factory: \(steps). If the factory waits for the task, neither will end."
      : "\(key) has been waited for too long."
    return ([head, "Builds in flight, oldest first:"] + builds.prefix(50).map { "  \($0)" }).joined(separator: "\n")
  }
}

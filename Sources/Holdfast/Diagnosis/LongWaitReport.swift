import OnceKernel

/// A report of a wait that took longer than the limit, with all builds in progress.
public struct LongWaitReport: Sendable, CustomStringConvertible {
  /// A build in progress.
  public struct Build: Sendable, CustomStringConvertible {
    /// The key of the value that is being built.
    public let key: AnyKey
    /// The place of its registration.
    public let site: RegistrationSite
    /// How long its factory has been running.
    public let elapsed: Duration
    /// How many threads and tasks wait for it.
    public let waiters: Int
    /// Whether its factory is asynchronous.
    public let isAsynchronous: Bool
    /// The keys of the builds that it waits for itself, as far as the container knows.
    public let waitsFor: [AnyKey]

    /// Nil if the build is not one of a container.
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

  /// The key of the value that callers wait for.
  public let key: AnyKey
  /// The cycle that this wait completes, if each factory on it waits for the tasks that it started. Each key needs the next, and the last key is
  /// the first one again. Empty if the wait has only taken too long.
  public let path: [AnyKey]
  /// Whether `path` is a cycle: the wait never ends if the factories on it wait for the tasks that they started.
  public var isCertain: Bool { !path.isEmpty }
  /// All builds in progress in the process, oldest first.
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
      ? "A task that a factory started waits for a value that needs this factory: \(steps). If the factory waits for the task, neither will end."
      : "A caller has waited too long for \(key)."
    return ([head, "Builds in progress, oldest first:"] + builds.prefix(50).map { "  \($0)" }).joined(separator: "\n")
  }
}

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
  /// True when the wait cannot end: it was started by the very build it waits for.
  public let isCertain: Bool
  /// All builds in flight in the process, oldest first.
  public let builds: [Build]

  init(key: AnyKey, isCertain: Bool) {
    self.key = key
    self.isCertain = isCertain
    builds = LongWaits.buildsInFlight
  }

  public var description: String {
    let head =
      isCertain
      ? "A task that the factory of \(key) started waits for \(key): if the factory waits for that task, neither will end."
      : "\(key) has been waited for too long."
    return ([head, "Builds in flight, oldest first:"] + builds.prefix(50).map { "  \($0)" }).joined(separator: "\n")
  }
}

import OnceKernel

/// A wait that took longer than the limit, or that completes a cycle, with all builds in progress.
package struct LongWait: Sendable, CustomStringConvertible {
  /// A build in progress.
  package struct Build: Sendable, CustomStringConvertible {
    package let key: AnyKey
    package let site: SourceSite
    package let elapsed: Duration
    package let waiters: Int
    package let isAsynchronous: Bool
    package let waitsFor: [AnyKey]

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

    package var description: String {
      let waiting = waitsFor.isEmpty ? "" : ", waits for " + waitsFor.map(\.description).joined(separator: ", ")
      let kind = isAsynchronous ? "asynchronous" : "synchronous"
      return "\(key) (\(kind), for \(elapsed), \(waiters) waiting\(waiting); registered at \(site))"
    }
  }

  package let key: AnyKey
  /// The cycle that this wait completes, if each factory on it waits for the tasks that it started. Each key needs the next, and the last key is
  /// the first one again. Empty if the wait has only taken too long.
  package let path: [AnyKey]
  package let builds: [Build]
  /// Whether the end of a scope waited, for the disposer of what the scope had discarded.
  private let isDisposal: Bool

  init(key: AnyKey, path: [AnyKey] = [], builds: [Build]) {
    self.key = key
    self.path = path
    self.builds = builds
    isDisposal = false
  }

  /// The end of a scope waited for the disposer of `key`.
  init(disposing key: AnyKey) {
    self.key = key
    path = []
    builds = LongWaitWatch.buildsInFlight
    isDisposal = true
  }

  package var description: String {
    let steps = path.map(\.description).joined(separator: " → ")
    let head =
      isDisposal
      ? """
      The end of a scope has waited too long for the disposer of \(key), which the scope had discarded. It waits no longer: the other disposers of \
      the scope run when this one has returned. Does it wait for the task that ends the scope?
      """
      : !path.isEmpty
        ? "A task that a factory started waits for a value that needs this factory: \(steps). If the factory waits for the task, neither will end."
        : "A caller has waited too long for \(key)."
    return ([head, "Builds in progress, oldest first:"] + builds.prefix(50).map { "  \($0)" }).joined(separator: "\n")
  }
}

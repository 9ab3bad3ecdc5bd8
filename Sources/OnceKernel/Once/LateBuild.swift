/// A build that a caller has waited for too long: the thread that runs it, or another caller.
package struct LateBuild: Sendable {
  package let subject: any AttemptSubject
  package let owner: (any BuildOwner)?
  /// What the build around it builds, on whose thread it runs.
  package let requester: (any AttemptSubject)?
  /// How long its factory has been running.
  package let elapsed: Duration
}

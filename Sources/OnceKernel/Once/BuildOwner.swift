/// The container whose builds the kernel runs.
package protocol BuildOwner: AnyObject, Sendable {
  /// The build is over and the code that ran for it has returned. Called once for each build, outside every lock.
  ///
  /// - Parameter remains: what was made and has no owner: it was never published, or its cell had been taken out of its table.
  func left(_ attempt: Attempt, leaving remains: AnyObject?)
}

/// What the container knows about a build; the kernel only passes it on.
@usableFromInline
package typealias AttemptSubject = AnyObject & Sendable

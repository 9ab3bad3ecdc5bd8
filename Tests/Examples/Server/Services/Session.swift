import Holdfast

/// What lives as long as a request: in a real server a database connection, opened when the request needs it and closed at its end.
final class Session: Disposable, Sendable {
  private let objects: Census
  private let sessions: Census

  init(objects: Census, sessions: Census) {
    self.objects = objects
    self.sessions = sessions
    objects.wasBorn()
    sessions.wasBorn()
  }

  deinit { objects.isGone() }

  func dispose() { sessions.isGone() }
}

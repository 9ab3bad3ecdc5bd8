import Holdfast

/// What lives as long as the server: the names of those who were greeted.
final class GuestBook: Disposable, Sendable {
  private let counts = Locked<[String: Int]>([:])
  private let objects: Census

  init(objects: Census) {
    self.objects = objects
    objects.wasBorn()
  }

  deinit { objects.isGone() }

  func visit(of name: String) -> Int {
    counts.withLock { counts in
      counts[name, default: 0] += 1
      return counts[name, default: 0]
    }
  }

  func dispose() { counts.withLock { $0 = [:] } }
}

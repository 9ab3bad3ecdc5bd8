import OnceKernel
import Searching

/// An instance, of the container under test or of the model: which attempt of which registration made it, and what it holds.
final class Part: Sendable {
  let registration: Int
  let attempt: Int
  let part: Part?
  private let census: Census
  /// The steps whose decorators and injectors it has seen, in order.
  private let marks = Guarded<[Int]>([])

  init(_ registration: Int, attempt: Int, part: Part?, census: Census) {
    self.registration = registration
    self.attempt = attempt
    self.part = part
    self.census = census
    census.born()
  }

  deinit { census.died() }

  /// Notes a decorator or an injector. What existed before it was registered is left out: it may have been seen by others before.
  func mark(_ number: Int) {
    if attempt > 0 { marks.withLock { $0.append(number) } }
  }

  var identity: String {
    let marked = marks.withLock { $0.map { "+\($0)" }.joined() }
    return "\(registration).\(attempt)\(marked)" + (part.map { "[\($0.identity)]" } ?? "")
  }
}

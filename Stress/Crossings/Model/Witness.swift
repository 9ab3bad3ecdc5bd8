import Holdfast
import HoldfastDiagnostics
import HoldfastStress
import OnceKernel

/// An object beside the program's chain, mostly of a scope, whose disposer is told how it came to its end. The oracle sees that it is disposed of once.
final class Witness: Sendable {
  /// How a scope may end, as far as disposers are told.
  enum End: String, Sendable {
    case completed, failed, cancelled, abandoned, shutDown, reset

    init(_ ending: Ending) {
      self =
        switch ending {
        case .completed: .completed
        case .failed(let error): error is CancellationError ? .cancelled : .failed
        case .abandoned: .abandoned
        case .shutDown: .shutDown
        case .reset: .reset
        }
    }
  }

  private let book: Book
  private let number: Int
  /// What its disposer is to be told; nil if anything.
  private let foretold = Locked<End?>(nil)

  /// What it was made with.
  private let other: Witness?

  init(_ scene: Scene, with other: Witness? = nil) {
    book = scene.book
    self.other = other
    number = book.made(
      Book.Life(
        role: Witness.role, generation: 0, layer: Scene.layer, lifetime: .scoped, held: other.map { [$0.number] } ?? [], isOwned: true))
  }

  /// Whether its disposer has begun.
  var isDisposed: Bool { book.isDisposed(number) }

  /// Whether something was made with it whose disposer has not begun.
  var isUsed: Bool { book.isUsed(number) }

  deinit {
    HeldLocks.expectNone()
    book.died(number)
  }

  /// No place of a program's chain.
  static let role = 6

  /// Says how its scope is going to end.
  func expect(_ end: End) { foretold.withLock { $0 = end } }

  /// Its disposer, outside scopes.
  static let end: @Sendable (Witness, Ending) async throws -> Void = { $0.dispose($1) }

  /// Its disposer.
  func dispose(_ ending: Ending) {
    book.disposalBegins(number)
    defer { book.disposalEnds(number) }
    let told = End(ending)
    // One that no caller got is abandoned.
    guard let foretold = foretold.withLock({ $0 }) else { return }
    book.expect(told == foretold, .told, "a disposer was told \(told), and its scope ended \(foretold)")
  }
}

/// The reports of long waits, which are the whole process's.
final class LongWaitBook: Sendable {
  static let shared = LongWaitBook()
  private let reports = Locked(0)

  var count: Int { reports.withLock { $0 } }

  /// A wait that is certain to be one for ever is reported at once, whatever the threshold.
  func watch(after threshold: Duration) {
    LongWaits.report(after: threshold) { [reports] _ in reports.withLock { $0 += 1 } }
  }
}

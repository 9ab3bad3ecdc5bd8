import GreetingServer
import HoldfastStress

/// A client of the example server: it knows what each of its requests must be answered with. One worker uses it.
///
/// Its errands follow from a seed, however fast the server is: a slow server sees fewer of them.
struct ServerClient {
  /// The name that the server refuses to greet.
  static let refused = Guest("nobody")

  private(set) var guest: Guest
  /// Under whose name the client leaves: how far the server came with such a request is its own business.
  let leaver: Guest
  /// Requests that were answered, as they should be.
  private(set) var answered = 0
  private(set) var refusals = 0
  private(set) var left = 0
  private var random: SeededRandom

  init(_ worker: Worker, seed: Int) {
    guest = Guest("guest\(worker.index)")
    leaver = Guest("guest\(worker.index)-who-left")
    random = SeededRandom(seed: UInt64(seed), name: guest.name, number: worker.index)
  }

  mutating func nextErrand() -> Errand { Errand(from: &random) }

  func path(of errand: Errand) -> String {
    switch errand {
    case .greeting: guest.path
    case .stream(let count): guest.path(toStreamOf: count)
    case .refusal: Self.refused.path
    case .leaving: leaver.path(toStreamOf: Errand.greetingsForLeaver)
    }
  }

  /// Takes an answer. Answers whether it is the right one.
  mutating func takes(_ parts: [String], to errand: Errand) -> Bool {
    switch errand {
    case .greeting:
      guard guest.takes(parts) else { return false }
      answered += 1
    case .stream(let count):
      guard guest.takes(parts, count) else { return false }
      answered += 1
    case .refusal, .leaving: return false
    }
    return true
  }

  mutating func wasRefused() { refusals += 1 }

  mutating func hasLeft() { left += 1 }
}

import GreetingServer
import HoldfastStress

/// A client of the example server: it knows what each of its requests must be answered with. One worker uses it.
///
/// Its errands follow from a seed, however fast the server is: a slow server sees fewer of them.
struct ServerClient {
  /// The name that the server refuses to greet.
  static let refused = Guest("stranger")

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

/// What a client of the example server wants next.
enum Errand {
  case greeting
  /// This many greetings, as a stream.
  case stream(Int)
  /// A greeting that the server refuses: its transaction is rolled back.
  case refusal
  /// A stream that the client leaves after its first part.
  case leaving

  /// How many greetings the client would get that leaves.
  static let greetingsForLeaver = 200

  init(from random: inout SeededRandom) {
    switch random.below(8) {
    case 0: self = .leaving
    case 1: self = .refusal
    case 2, 3: self = .stream(1 + random.below(20))
    default: self = .greeting
    }
  }
}

import HoldfastStress

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

import HoldfastStress

/// Calls of a container, one after the other: what is tried, kept in a file, and replayed.
public struct CallSequence: Equatable, Sendable, CustomStringConvertible {
  public var steps: [Step]
  /// Whether the containers reject duplicates.
  public var rejectsDuplicates = false

  public init(_ steps: [Step], rejectsDuplicates: Bool = false) {
    self.steps = steps
    self.rejectsDuplicates = rejectsDuplicates
  }

  private static let rejecting = "rejecting duplicates"

  /// A line for each step; lines that start with `#` are for people.
  public var description: String {
    ((rejectsDuplicates ? [Self.rejecting] : []) + steps.map(\.description)).joined(separator: "\n") + "\n"
  }

  /// Reads a file; nil if a line cannot be understood.
  public init?(_ text: String) {
    self.init([])
    for line in text.split(whereSeparator: \.isNewline).map(String.init) where !line.hasPrefix("#") {
      if line == Self.rejecting {
        rejectsDuplicates = true
      } else if let step = Step(line) {
        steps.append(step)
      } else {
        return nil
      }
    }
  }

  /// Makes a sequence of any bytes: three for each step. One in four makes few kinds of calls, of two keys, so that many come to the same value.
  public init(bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    let first = rest.popFirst() ?? 1
    self.init([], rejectsDuplicates: first % 8 == 0)
    let isNarrow = first / 8 % 4 == 3
    let verbs = isNarrow ? Step.families[Int(first / 32) % Step.families.count] : Step.mixture
    while let verb = rest.popFirst(), let place = rest.popFirst(), let shape = rest.popFirst() {
      steps.append(Step(verb, isNarrow ? place & ~5 : place, shape, of: verbs))
    }
  }

  /// Bytes that make this sequence.
  public var bytes: [UInt8] { [rejectsDuplicates ? 0 : 1] + steps.flatMap(\.bytes) }
}

extension Step {
  /// Verbs as often as they are worth trying.
  fileprivate static let mixture: [Verb] =
    Verb.allCases + [
      .register, .register, .register, .register, .resolve, .resolve, .resolve, .resolve, .resolve, .resolve, .reset, .letGo, .close,
    ]
    + [.peek, .openScope, .openLayer, .registerMade, .resolveMade, .resolveMade, .resolveMade]

  /// Verbs that have to do with each other.
  fileprivate static let families: [[Verb]] = [
    [.registerMade, .forward, .letGo] + Array(repeating: .resolveMade, count: 13),
    [.register, .register, .registerIfAbsent, .unregister, .extend, .resolveAll, .resolveAll, .keys],
    [.register, .registerMade, .extend, .extend, .resolve, .resolveMade, .reset, .peek],
    [.register, .openScope, .openLayer, .close, .close, .resolve, .resolve, .resolveAll],
  ]

  fileprivate init(_ verb: UInt8, _ place: UInt8, _ shape: UInt8, of verbs: [Verb]) {
    self.init(verbs[Int(verb) % verbs.count])
    // A container that is sealed has little left to show.
    if self.verb == .seal, verb > 127 { self.verb = .resolve }
    target = place & 1 == 0 ? .parent : .child
    key = Word.allCases[Int(place >> 1) & 3]
    // Most have something to resolve; cycles come about by themselves.
    needs = place >> 3 & 1 == 0 ? nil : Word.allCases[Int(place >> 4) & 3]
    kind = Kind.allCases[Int(shape >> 1) % Kind.allCases.count]
    flag = shape & 1 == 1 && (self.verb != .register && self.verb != .registerMade || shape >> 6 == 0)
  }

  fileprivate var bytes: [UInt8] {
    func index<Value: Equatable>(of value: Value, in all: [Value]) -> Int { all.firstIndex(of: value) ?? 0 }
    let needed = needs.map { 8 | index(of: $0, in: Word.allCases) << 4 } ?? 0
    return [
      index(of: verb, in: Verb.allCases), (target == .child ? 1 : 0) | index(of: key, in: Word.allCases) << 1 | needed,
      (flag ? 1 : 0) | index(of: kind, in: Kind.allCases) << 1,
    ].map { UInt8($0) }
  }
}

/// Makes sequences of a seed: the same number, the same sequence, on every machine.
struct Generator {
  let seed: UInt64

  /// The sequence with this number.
  func sequence(_ number: Int) -> CallSequence {
    var random = SeededRandom(seed: seed, name: "sequence", number: number)
    let length = 4 + random.below(60)
    return CallSequence(bytes: (0..<(1 + 3 * length)).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) })
  }
}

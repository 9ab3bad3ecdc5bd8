public import Holdfast

/// A type whose values the harness can generate, to resolve keys with run-time arguments.
///
/// ```swift
/// extension UserID: Generated {
///   static func generated(using random: inout SeededRandom) -> UserID { UserID(random.below(1_000)) }
/// }
/// try await stress(CompositionRoot(touching: .everything, arguments: [.key(UserPage.self, taking: UserID.self)]) { try makeContainer() })
/// ```
public protocol Generated: Sendable {
  /// A value that follows from `random` alone, so that a seed repeats it.
  static func generated(using random: inout SeededRandom) -> Self
}

extension Int: Generated {
  /// A number from 0 up to 999.
  public static func generated(using random: inout SeededRandom) -> Int { random.below(1_000) }
}

extension String: Generated {
  /// A short word.
  public static func generated(using random: inout SeededRandom) -> String { "word \(random.below(1_000))" }
}

extension Bool: Generated {
  /// True or false.
  public static func generated(using random: inout SeededRandom) -> Bool { random.below(2) == 0 }
}

/// A key with run-time arguments, which the harness generates.
public struct ArgumentKey: Sendable {
  let key: AnyKey
  /// How it is asked for in a run with this seed.
  let asking: @Sendable (_ seed: UInt64) -> Asking

  /// What is made from arguments of these types.
  ///
  /// The sequence of the arguments depends only on the run's seed. All callers share the sequence, so which caller gets which of them depends on the
  /// order of the threads.
  public static func key<T, each A: Generated & Hashable>(
    _ type: T.Type, named name: Name? = nil, taking arguments: repeat (each A).Type
  ) -> ArgumentKey {
    let key = AnyKey(T.self, named: name, taking: repeat each arguments)
    return ArgumentKey(key: key) { seed in
      let random = Locked(SeededRandom(seed: seed, name: key.description, number: 0))
      return Asking(
        now: { resolver in
          let given = random.withLock { random in (repeat (each A).generated(using: &random)) }
          return Answer(try resolver.resolveNow(T.self, named: name, with: repeat each given))
        },
        inTask: { resolver in
          let given = random.withLock { random in (repeat (each A).generated(using: &random)) }
          return Answer(try await resolver.resolve(T.self, named: name, with: repeat each given))
        })
    }
  }
}

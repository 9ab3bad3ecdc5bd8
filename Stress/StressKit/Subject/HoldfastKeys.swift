import Holdfast

/// Holdfast's keys for the numbers that workloads use, made once so that a hit does not pay for them.
enum HoldfastKeys {
  static let all: [Key<Tracked>] = (0..<256).map { Key(Tracked.self, named: name($0)) }

  static func name(_ key: Int) -> Name {
    Name(String(key))
  }
}

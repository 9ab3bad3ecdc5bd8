import HoldfastStress

/// The choices of one schedule: follows a beginning, goes on in its own way, and remembers what it chose among how many.
///
/// As a depth-first search it remembers one schedule and goes on to the next by changing the last choice that can be changed:
///
/// ```
///    0.0.0 → 0.0.1 → 0.1.0 → 0.1.1 → 0.2 → 1.0 …
/// ```
package final class Decisions: Chooser {
  private struct Decision {
    var choice: Int
    /// How many jobs were ready; 0 if that is not known yet.
    var count: Int
  }

  // Guard of every field: the program's one thread; the watchdog reads when that thread is stuck.
  private var path: [Decision] = []
  private var position = 0
  private var random: SeededRandom?
  /// True when the same choices met another number of ready jobs: the program depends on something but them.
  package private(set) var diverged = false

  package init() {}

  package init(following choices: Choices) {
    path = choices.numbers.map { Decision(choice: $0, count: 0) }
  }

  /// What was chosen so far.
  package var choices: Choices { Choices(path.prefix(position).map(\.choice)) }

  package func choose(among count: Int) -> Int {
    defer { position += 1 }
    guard position < path.count else {
      let choice = random?.below(count) ?? 0
      path.append(Decision(choice: choice, count: count))
      return choice
    }
    if path[position].count == 0 {
      path[position] = Decision(choice: min(path[position].choice, count - 1), count: count)
    } else if path[position].count != count {
      diverged = true
      path[position] = Decision(choice: min(path[position].choice, count - 1), count: count)
    }
    return path[position].choice
  }

  /// Goes back to the beginning of the same schedule.
  func rewind() {
    position = 0
  }

  /// Begins a schedule of random choices.
  func restart(seed: UInt64) {
    path.removeAll(keepingCapacity: true)
    position = 0
    random = SeededRandom(seed: seed)
  }

  /// Goes on to the next schedule of a depth-first search; false when there is none.
  ///
  /// - Parameter bound: how often a schedule may run another job than the first that is ready; nil for any number of times.
  func advance(bound: Int?) -> Bool {
    position = 0
    var deviations = path.count { $0.choice > 0 }
    while let last = path.popLast() {
      if last.choice > 0 { deviations -= 1 }
      if last.choice + 1 < last.count, bound.map({ deviations < $0 }) ?? true {
        path.append(Decision(choice: last.choice + 1, count: last.count))
        return true
      }
    }
    return false
  }
}

/// Which of the ready jobs ran at each point where there was more than one: names a schedule.
///
/// Written as numbers with dots between them, `1.0.2`; after the last number the first job that is ready runs each time.
package struct Choices: Equatable, Sendable, CustomStringConvertible {
  package var numbers: [Int]

  package init(_ numbers: [Int]) {
    self.numbers = Array(numbers.reversed().drop { $0 == 0 }.reversed())
  }

  /// Nil for a text that is no list of choices.
  package init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else { return nil }
      numbers.append(number)
    }
    self.init(numbers)
  }

  /// The same, with one job less that ran before its turn: the last one first.
  var simpler: some Sequence<Choices> {
    numbers.indices.reversed().lazy.filter { numbers[$0] != 0 }.map { index in
      var simpler = numbers
      simpler[index] = 0
      return Choices(simpler)
    }
  }

  package var description: String {
    numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
  }
}

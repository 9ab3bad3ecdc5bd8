/// What one call after the other must answer: the object that was there, until an event takes it away, and then another one.
///
/// It knows shared things of the program's own container, and which of them an event takes away; it looks at nothing that the container says.
package struct SequentialModel {
  private enum Cell {
    case holds(Int)
    /// It held this one, which is never handed out again.
    case lost(Int)
  }

  private var cells: [Int: Cell] = [:]
  /// Places without a registration.
  private var unregistered: Set<Int> = []

  package init() {}

  /// A caller got the object of this number; answers what is wrong with that.
  package mutating func answered(_ role: Int, _ number: Int) -> String? {
    defer { cells[role] = .holds(number) }
    if unregistered.contains(role) { return "is not registered, and was handed out" }
    switch cells[role] {
    case .holds(let held) where held != number: return "is shared, and \(held) was handed out before, which nothing took away"
    case .lost(number): return "was removed, and handed out again"
    case .holds, .lost, nil: return nil
    }
  }

  /// What was there was reset.
  package mutating func lost(_ role: Int) {
    if case .holds(let number) = cells[role] { cells[role] = .lost(number) }
  }

  /// What was there, if anything was, may have been built anew.
  package mutating func mayBeNew(_ role: Int) { cells[role] = nil }

  package mutating func registered(_ role: Int) {
    lost(role)
    unregistered.remove(role)
  }

  package mutating func unregistered(_ role: Int) {
    lost(role)
    unregistered.insert(role)
  }
}

import OnceKernel
import Testing

/// Every event in every state of the machine: the table below lists what each pair does, and a pair that is missing fails.
@Suite("OnceMachine")
struct OnceMachineTests {
  typealias Machine = OnceMachine<Int, String, Guest>

  /// Waits in no way; equal by number, as the table writes it.
  final class Guest: ListEntry, CustomStringConvertible {
    let number: Int
    var index = 0

    init(_ number: Int) {
      self.number = number
    }

    var description: String { "\(number)" }
  }

  /// Attempt 7 builds; waiters are 1 and 2.
  enum State: Int, CaseIterable {
    case idle, building, buildingOne, buildingTwo, injecting, injectingOne, injectingTwo, ready

    var machine: Machine {
      var machine = Machine()
      if self == .idle { return machine }
      _ = machine.arrive { 7 }
      let waiters = [.buildingOne, .injectingOne].contains(self) ? 1 : [.buildingTwo, .injectingTwo].contains(self) ? 2 : 0
      for waiter in 1..<waiters + 1 { _ = machine.join(Guest(waiter)) }
      if rawValue >= State.injecting.rawValue { _ = machine.constructed(7, "x") }
      if self == .ready { _ = machine.published(7) }
      return machine
    }
  }

  enum Event: CaseIterable {
    case arrive, join, leaveFirst, leaveStranger, constructed, constructedByOther, built, builtByOther, builtAlone, builtAloneByOther,
      releaseFirst, releaseFirstOfOther
    case published, publishedByOther, failed, failedByOther, expired, expiredOther, fill

    /// Performs the event and tells what came out.
    func perform(on machine: inout Machine) -> String {
      switch self {
      case .arrive:
        switch machine.arrive({ 9 }) {
        case .build: return "build"
        case .join(let attempt): return "join \(attempt)"
        case .take(let instance): return "take \(instance)"
        }
      case .join: return "\(machine.join(Guest(3)))"
      case .leaveFirst: return "\(machine.leave(machine.waiters.first { $0.number == 1 } ?? Guest(1)))"
      case .leaveStranger: return "\(machine.leave(Guest(5)))"
      case .constructed: return "\(machine.constructed(7, "x"))"
      case .constructedByOther: return "\(machine.constructed(8, "y"))"
      case .built: return machine.built(7, "x").map { "\($0)" } ?? "nil"
      case .builtByOther: return machine.built(8, "y").map { "\($0)" } ?? "nil"
      case .builtAlone: return machine.builtAlone(7, "x").map { "\($0)" } ?? "nil"
      case .builtAloneByOther: return machine.builtAlone(8, "y").map { "\($0)" } ?? "nil"
      case .releaseFirst: return "\(machine.releaseEarly(7) { $0.number == 1 })"
      case .releaseFirstOfOther: return "\(machine.releaseEarly(8) { $0.number == 1 })"
      case .published: return machine.published(7).map { "\($0.instance) \($0.wake)" } ?? "nil"
      case .publishedByOther: return machine.published(8).map { "\($0.instance) \($0.wake)" } ?? "nil"
      case .failed: return machine.failed(7).map { "\($0)" } ?? "nil"
      case .failedByOther: return machine.failed(8).map { "\($0)" } ?? "nil"
      case .expired: return "\(machine.expired { $0 == "x" })"
      case .expiredOther: return "\(machine.expired { $0 == "y" })"
      case .fill: return "\(machine.fill("z"))"
      }
    }
  }

  /// What comes out, then the state afterwards; "=" for the state before. Columns as in `State`.
  private static let table: [Event: [String]] = [
    .arrive: [
      "build > b9[]", "join 7 > =", "join 7 > =", "join 7 > =", "join 7 > =", "join 7 > =", "join 7 > =", "take x > =",
    ],
    .join: [
      "false > =", "true > b7[3]", "true > b7[1, 3]", "true > b7[1, 2, 3]", "true > i7[3]", "true > i7[1, 3]", "true > i7[1, 2, 3]",
      "false > =",
    ],
    .leaveFirst: [
      "unknown > =", "unknown > =", "leftEmpty > b7[]", "left > b7[2]", "unknown > =", "leftEmpty > i7[]", "left > i7[2]", "unknown > =",
    ],
    .leaveStranger: [
      "unknown > =", "unknown > =", "unknown > =", "unknown > =", "unknown > =", "unknown > =", "unknown > =", "unknown > =",
    ],
    .constructed: [
      "false > =", "true > i7[]", "true > i7[1]", "true > i7[1, 2]", "false > =", "false > =", "false > =", "false > =",
    ],
    .constructedByOther: [
      "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =",
    ],
    .built: [
      "nil > =", "[] > ready x", "[1] > ready x", "[1, 2] > ready x", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .builtByOther: [
      "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .builtAlone: [
      "nil > =", "7 > ready x", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .builtAloneByOther: [
      "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .releaseFirst: [
      "[] > =", "[] > =", "[] > =", "[] > =", "[] > =", "[1] > i7[]", "[1] > i7[2]", "[] > =",
    ],
    .releaseFirstOfOther: [
      "[] > =", "[] > =", "[] > =", "[] > =", "[] > =", "[] > =", "[] > =", "[] > =",
    ],
    .published: [
      "nil > =", "nil > =", "nil > =", "nil > =", "x [] > ready x", "x [1] > ready x", "x [1, 2] > ready x", "nil > =",
    ],
    .publishedByOther: [
      "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .failed: [
      "nil > =", "[] > idle", "[1] > idle", "[1, 2] > idle", "[] > idle", "[1] > idle", "[1, 2] > idle", "nil > =",
    ],
    .failedByOther: [
      "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =", "nil > =",
    ],
    .expired: [
      "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "true > idle",
    ],
    .expiredOther: [
      "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =",
    ],
    .fill: [
      "true > ready z", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =",
    ],
  ]

  @Test("Each event does what the table says", arguments: Event.allCases)
  func events(_ event: Event) throws {
    let expected = try #require(Self.table[event], "the table lacks \(event)")
    try #require(expected.count == State.allCases.count, "the table lacks states of \(event)")
    for state in State.allCases {
      var machine = state.machine
      let before = Self.text(machine)
      let outcome = event.perform(on: &machine)
      let after = Self.text(machine)
      #expect("\(outcome) > \(after == before ? "=" : after)" == expected[state.rawValue], "\(event) in \(state)")
    }
  }

  @Test("What can be looked at is what the state says", arguments: State.allCases)
  func looking(_ state: State) {
    let machine = state.machine
    switch state {
    case .idle: #expect(machine.attempt == nil && machine.instance == nil && machine.waiters.isEmpty)
    case .ready: #expect(machine.attempt == nil && machine.instance == "x" && machine.waiters.isEmpty)
    case .building, .injecting: #expect(machine.attempt == 7 && machine.instance == nil && machine.waiters.isEmpty)
    case .buildingOne, .injectingOne: #expect(machine.attempt == 7 && machine.instance == nil && machine.waiters.map(\.number) == [1])
    case .buildingTwo, .injectingTwo: #expect(machine.attempt == 7 && machine.instance == nil && machine.waiters.map(\.number) == [1, 2])
    }
  }

  @Test("An attempt is made only for the caller that is to build")
  func attemptIsLazy() {
    for state in State.allCases where state != .idle {
      var machine = state.machine
      _ = machine.arrive {
        Issue.record("an attempt was made in \(state)")
        return 9
      }
    }
  }

  @Test(
    "Waiters leave in any order, each once, and none comes back", arguments: [[1, 2, 3], [3, 1, 2], [2, 1, 3], [2, 3, 1]])
  func leaving(_ order: [Int]) {
    var machine = State.building.machine
    let (guests, late) = ((0..<4).map(Guest.init), (4..<7).map(Guest.init))
    let joined = guests.map { machine.join($0) }
    #expect(joined == [true, true, true, true])
    let left = order.flatMap { [machine.leave(guests[$0]), machine.leave(guests[$0])] }
    #expect(left == [.left, .unknown, .left, .unknown, .left, .unknown])
    #expect(machine.waiters.map(\.number) == [0])
    // The places of waiters that left are taken by others.
    for guest in late { _ = machine.join(guest) }
    let again = guests[1...].map { machine.leave($0) }
    #expect(again == [.unknown, .unknown, .unknown])
    _ = machine.constructed(7, "x")
    let released = machine.releaseEarly(7) { $0.number.isMultiple(of: 2) }
    #expect(released.map(\.number) == [0, 4, 6])
    let last = [machine.leave(late[0]), machine.leave(late[1])]
    #expect(last == [.unknown, .leftEmpty])
  }

  private static func text(_ machine: Machine) -> String {
    switch machine.state {
    case .idle: "idle"
    case .building(let attempt): "b\(attempt)[]"
    case .awaited(let list): "b\(list.attempt)\(list.waiters)"
    case .injecting(let list, _): "i\(list.attempt)\(list.waiters)"
    case .ready(let instance): "ready \(instance)"
    }
  }
}

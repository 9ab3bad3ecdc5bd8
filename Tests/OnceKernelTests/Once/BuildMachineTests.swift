import OnceKernel
import Testing

/// Every event in every state of a build's machine: the table below lists what each pair does, and a pair that is missing fails.
@Suite("BuildMachine")
struct BuildMachineTests {
  typealias Machine = BuildMachine<String>

  private struct Failure: Error {}

  enum State: Int, CaseIterable {
    case unclaimed, running, returned
    case injectingRunning, injectedReturned, injectedResumed
    case publishedReturned, failedUnclaimed, failedRunning, failedReturned, abandonedRunning, abandonedReturned, left

    var machine: Machine {
      var machine = Machine([.unclaimed, .failedUnclaimed].contains(self) ? .unclaimed : .running, isAsynchronous: true)
      if [.injectingRunning, .injectedReturned, .injectedResumed].contains(self) { machine.construct("x") }
      if [.returned, .injectedReturned, .injectedResumed, .publishedReturned, .failedReturned, .abandonedReturned, .left].contains(self) {
        machine.returnCode()
      }
      if [.injectedReturned, .injectedResumed].contains(self) { machine.inject("x") }
      if self == .injectedResumed { machine.resumeCode() }
      if [.publishedReturned, .left].contains(self) { machine.end(.published) }
      if [.failedUnclaimed, .failedRunning, .failedReturned].contains(self) { machine.end(.failed(Failure())) }
      if [.abandonedRunning, .abandonedReturned].contains(self) { machine.end(.abandoned) }
      if self == .left { machine.leave() }
      return machine
    }
  }

  enum Event: CaseIterable {
    case claimHere, claimInTask, construct, inject, publish, fail, abandon, returnCode, resumeCode, leave, finish

    /// Performs the event and tells what came out.
    func perform(on machine: inout Machine) -> String {
      switch self {
      case .claimHere: return "\(machine.claim(onThisThread: true)) "
      case .claimInTask: return "\(machine.claim(onThisThread: false)) "
      case .construct: machine.construct("y")
      case .inject: machine.inject("y")
      case .publish: machine.end(.published)
      case .fail: machine.end(.failed(Failure()))
      case .abandon: machine.end(.abandoned)
      case .returnCode: machine.returnCode()
      case .resumeCode: machine.resumeCode()
      case .leave: machine.leave()
      case .finish: machine.finish()
      }
      return ""
    }
  }

  /// What comes out, then the state afterwards; "=" for the state before. Columns as in `State`. The letter is the phase: the factory runs, the
  /// injectors run, all is done, published, failed (an error), abandoned.
  private static let table: [Event: [String]] = [
    .claimHere: [
      "true > F running", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =",
      "false > =",
      "false > =", "false > =", "false > =",
    ],
    .claimInTask: [
      "true > F running async", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =", "false > =",
      "false > =", "false > =", "false > =", "false > =",
    ],
    .construct: [
      "> I y unclaimed async", "> I y running async", "> I y returned async", "> =", "> =", "> =", "> =", "> =", "> =", "> =", "> =", "> =",
      "> =",
    ],
    .inject: [
      "> D y unclaimed async", "> D y running async", "> D y returned async", "> D y running async", "> =", "> =", "> =", "> =", "> =",
      "> =", "> =", "> =", "> =",
    ],
    .publish: [
      "> P unclaimed async decided", "> P running async decided", "> P returned async decided may leave",
      "> P running async was decided", "> P returned async was decided may leave", "> P running async was decided", "> =", "> =", "> =",
      "> =", "> =", "> =", "> =",
    ],
    .fail: [
      "> E unclaimed async failedWhileRunning", "> E running async failedWhileRunning", "> E returned async decided may leave",
      "> E running async was failedWhileRunning", "> E returned async was decided may leave", "> E running async was failedWhileRunning",
      "> =", "> =", "> =", "> =", "> =", "> =", "> =",
    ],
    .abandon: [
      "> A unclaimed async decided", "> A running async decided", "> A returned async decided may leave", "> A running async was decided",
      "> A returned async was decided may leave", "> A running async was decided", "> =", "> =", "> =", "> =", "> =", "> =", "> =",
    ],
    .returnCode: [
      "> F returned async", "> F returned async", "> =", "> I x returned async", "> =", "> D x returned async", "> =",
      "> E returned async decided may leave", "> E returned async decided may leave", "> =", "> A returned async decided may leave",
      "> =", "> =",
    ],
    .resumeCode: [
      "> F running async", "> =", "> F running async", "> =", "> D x running async", "> =", "> P running async decided",
      "> E running async failedWhileRunning", "> =", "> E running async failedWhileRunning", "> =", "> A running async decided",
      "> P running async finished",
    ],
    .leave: [
      "> F unclaimed async finished", "> F running async finished", "> F returned async finished", "> I x running async finished",
      "> D x returned async finished", "> D x running async finished", "> P returned async finished may leave",
      "> E unclaimed async finished", "> E running async finished", "> E returned async finished may leave", "> A running async finished",
      "> A returned async finished may leave", "> =",
    ],
    .finish: [
      "> P returned async finished may leave", "> P returned async finished may leave", "> P returned async finished may leave", "> =",
      "> =", "> =", "> =", "> =", "> =", "> =", "> =", "> =", "> =",
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
      #expect("\(outcome)> \(after == before ? "=" : after)" == expected[state.rawValue], "\(event) in \(state)")
    }
  }

  @Test("What callers without the lock see is what the machine says", arguments: State.allCases)
  func looking(_ state: State) {
    let progress = state.machine.progress
    switch state {
    case .unclaimed, .running, .returned, .injectingRunning, .injectedReturned, .injectedResumed:
      #expect(progress == .running && !progress.isDecided && progress.mayAsk)
    case .failedUnclaimed, .failedRunning: #expect(progress == .failedWhileRunning && progress.isDecided && progress.mayAsk)
    case .publishedReturned, .failedReturned, .abandonedRunning, .abandonedReturned:
      #expect(progress == .decided && progress.isDecided && !progress.mayAsk)
    case .left: #expect(progress == .finished && progress.isDecided && !progress.mayAsk)
    }
    #expect((state.machine.failure != nil) == [.failedUnclaimed, .failedRunning, .failedReturned].contains(state))
    #expect((state.machine.instance != nil) == (state.machine.isBeingInjected || state.machine.isInjected))
  }

  private static func text(_ machine: Machine) -> String {
    let phase =
      switch machine.phase {
      case .constructing: "F"
      case .constructed(let instance): "I \(instance)"
      case .injected(let instance): "D \(instance)"
      case .ended(.published): "P"
      case .ended(.failed): "E"
      case .ended(.abandoned): "A"
      }
    var words = [phase, "\(machine.code)"]
    if machine.isAsynchronous { words.append("async") }
    if machine.wasConstructed { words.append("was") }
    if machine.progress != .running { words.append("\(machine.progress)") }
    if machine.mayLeave { words.append("may leave") }
    return words.joined(separator: " ")
  }
}

import TaskExplorer

/// A scheduler of the test's own: its tasks prefer it, the rest of the test run does not know it.
func explore(_ scenario: Scenario, bound: Int? = nil) -> SearchReport {
  Search(JobScheduler(), isWholeProgram: false).exhaust(scenario, bound: bound, schedules: 200_000)
}

func replay(_ scenario: Scenario, _ choices: Choices) -> (problems: [String], trace: [String]) {
  Search(JobScheduler(), isWholeProgram: false).replay(scenario, choices)
}

/// Something that happens once, and that tasks wait for.
actor Signal {
  private var isSet = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []
  private let world: World
  private let looksTwice: Bool

  init(_ world: World, looksTwice: Bool) {
    self.world = world
    self.looksTwice = looksTwice
  }

  /// Between looking and waiting it suspends: unless it looks again, what happens meanwhile wakes no task.
  func wait() async {
    if isSet { return }
    await world.pause()
    if looksTwice && isSet { return }
    await withUnsafeContinuation { waiting.append($0) }
  }

  func set() {
    isSet = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// A value made at the first need.
actor Cache {
  private let world: World
  private let notesAtOnce: Bool
  private var isBeingMade = false
  private var isThere = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []
  private(set) var made = 0

  init(_ world: World, notesAtOnce: Bool) {
    self.world = world
    self.notesAtOnce = notesAtOnce
  }

  /// Looks, suspends, and only then notes that it is there: two callers make two, unless it is noted at once that one makes it.
  func get() async {
    if isThere { return }
    if isBeingMade { return await withUnsafeContinuation { waiting.append($0) } }
    isBeingMade = notesAtOnce
    await make()
    isThere = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func make() async {
    await world.pause()
    made += 1
  }
}

/// A mutex for tasks, without the cure for being taken in two orders.
actor Turnstile {
  private var isTaken = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func enter() async {
    if isTaken { await withUnsafeContinuation { waiting.append($0) } } else { isTaken = true }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}

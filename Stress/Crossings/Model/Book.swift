import HoldfastStress
import OnceKernel

/// What happened in one run of a program, written down by its factories, injectors, disposers and callers; the oracle reads it.
final class Book: Sendable {
  /// What became of one object.
  struct Life {
    let role: Int
    let generation: Int
    /// The layer whose registration made it.
    let layer: Int?
    let lifetime: Lifespan
    /// The objects that it was made with.
    var held: [Int]
    /// Its disposer is the oracle's business: its container was not simply dropped.
    var isOwned: Bool
    /// Whether each of its wrappers could be filled. One that has a wrapper without a value goes without its disposer, which could read it.
    var isFilled = true
    /// The other half of its circle.
    var mate: Int?
    /// What its injector got for it.
    var injected: [Int] = []
    var disposals: [Int] = []
    var ends: [Int] = []
    var isAlive = true
    var isOverride: Bool { layer != nil }
  }

  /// A factory, injector or disposer on its way.
  struct Run {
    let role: Int
    let what: String
    /// False for the factory of a synchronous transient, which is its caller's code.
    let counts: Bool
    let began: Int
    var ended: Int?
  }

  /// That what plays one part asked for what plays another, in its factory, a decorator or an injector.
  struct Asking: Hashable {
    let from: Int
    let to: Int
  }

  private struct State {
    var clock = 0
    var lives: [Life] = []
    var runs: [Run] = []
    var tokens = 0
    var problems: [Problem] = []
    /// Those that keep their container.
    var keepers: [Weak] = []
    var asked: Set<Asking> = []
    var handedOut: Set<Int> = []
  }

  private struct Weak: Sendable {
    weak let item: Tracked?
  }

  private let state = Locked(State())

  /// The next moment: every call answers a later one.
  func tick() -> Int {
    state.withLock {
      $0.clock += 1
      return $0.clock
    }
  }

  func report(_ kind: Problem.Kind, _ text: String) {
    state.withLock { state in
      let problem = Problem(kind: kind, text: text)
      if !state.problems.contains(problem) { state.problems.append(problem) }
    }
  }

  func expect(_ condition: Bool, _ kind: Problem.Kind, _ text: @autoclosure () -> String) {
    if !condition { report(kind, text()) }
  }

  var problems: [Problem] { state.withLock { $0.problems } }

  /// Read when no thread writes any more: the thread sanitizer takes a change in place after a copy for a race.
  var lives: [Life] { state.withLock { $0.lives } }
  var runs: [Run] { state.withLock { $0.runs } }

  /// The runs that have not ended.
  var openRuns: [Run] { state.withLock { $0.runs.filter { $0.ended == nil } } }

  /// How many of the objects that were made after the first `before` ones are meant; all of them, if nothing else is said.
  func count(since before: Int = 0, where isMeant: (Life) -> Bool = { _ in true }) -> Int {
    state.withLock { $0.lives.dropFirst(before).count(where: isMeant) }
  }

  func isDisposed(_ number: Int) -> Bool { isDisposed(number, before: .max) }

  func isDisposed(_ number: Int, before moment: Int) -> Bool {
    state.withLock { $0.lives[number].disposals.first.map { $0 < moment } ?? false }
  }

  /// Whether an object was made with it whose disposer has not begun.
  func isUsed(_ number: Int) -> Bool {
    state.withLock { state in state.lives.contains { $0.held.contains(number) && $0.disposals.isEmpty } }
  }

  // MARK: Objects

  func made(_ life: Life) -> Int {
    state.withLock {
      $0.lives.append(life)
      return $0.lives.count - 1
    }
  }

  func held(_ number: Int, by holder: Int) { state.withLock { $0.lives[holder].held.append(number) } }

  func injected(_ number: Int, into owner: Int) { state.withLock { $0.lives[owner].injected.append(number) } }

  func mated(_ number: Int, with mate: Int) {
    state.withLock {
      $0.lives[number].mate = mate
      $0.lives[mate].mate = number
    }
  }

  func keeps(_ item: Tracked) { state.withLock { $0.keepers.append(Weak(item: item)) } }

  /// What lives and keeps its container.
  var keepers: [Tracked] { state.withLock { $0.keepers }.compactMap(\.item) }

  func asks(_ from: Int, for to: Int) { state.withLock { _ = $0.asked.insert(Asking(from: from, to: to)) } }
  func forgetAsked() { state.withLock { $0.asked = [] } }
  var asked: Set<Asking> { state.withLock { $0.asked } }

  /// That callers outside of every layer got these objects, or what holds them.
  func handedOut(_ numbers: [Int]) {
    state.withLock { state in
      for number in numbers { state.handedOut.formUnion([number] + state.lives[number].injected) }
    }
  }
  var handedOut: Set<Int> { state.withLock { $0.handedOut } }

  func died(_ number: Int) { state.withLock { $0.lives[number].isAlive = false } }

  /// Their container was dropped without a shutdown: whether they are disposed of is open.
  func disown(_ roles: Set<Int>) {
    state.withLock { state in
      for number in state.lives.indices where roles.contains(state.lives[number].role) { state.lives[number].isOwned = false }
    }
  }

  func disposalBegins(_ number: Int) {
    state.withLock {
      $0.clock += 1
      $0.lives[number].disposals.append($0.clock)
    }
  }

  func disposalEnds(_ number: Int) {
    state.withLock {
      $0.clock += 1
      $0.lives[number].ends.append($0.clock)
    }
  }

  var alive: Int { state.withLock { $0.lives.count { $0.isAlive } } }

  // MARK: Factories and registrations

  func begins(_ what: String, _ role: Int, counts: Bool = true) -> Int {
    state.withLock {
      $0.clock += 1
      $0.runs.append(Run(role: role, what: what, counts: counts, began: $0.clock))
      return $0.runs.count - 1
    }
  }

  func ends(_ run: Int) {
    state.withLock {
      $0.clock += 1
      $0.runs[run].ended = $0.clock
    }
  }

  /// Counts registrations that live, by what their factories hold.
  func countTokens(by change: Int) { state.withLock { $0.tokens += change } }

  var tokens: Int { state.withLock { $0.tokens } }
}

/// A promise that was broken.
package struct Problem: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case once, fresh, isolated, answered, disposed, order, truthful, errors, alive, whole, told, graph
  }

  package let kind: Kind
  package let text: String
}

/// Held by a factory: as long as it lives, its registration does.
final class Token: Sendable {
  private let book: Book

  init(_ book: Book) {
    self.book = book
    book.countTokens(by: 1)
  }

  deinit {
    HeldLocks.expectNone()
    book.countTokens(by: -1)
  }
}

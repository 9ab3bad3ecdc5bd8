import Holdfast
import HoldfastStress
import Searching

/// What one run of a program happens in: its containers, its gate, its hooks, and the book of what happened.
final class Scene: Sendable {
  typealias Hook = @Sendable () throws -> Void
  typealias LaterHook = @Sendable () async throws -> Void

  let program: Program
  let mode: Mode
  let book = Book()
  let gate: Gate
  /// The number in the chain of the thing that the events are about.
  let target: Int
  /// What is asked of the places, the first one first.
  let needs: [Need]
  let allowed: Set<ResolutionError.Code>
  /// The lifetime of things that have none of their own, by place.
  let lifetimes: [Lifespan]
  /// How a schedule of the job-order explorer lets other tasks go first.
  let pause: (@Sendable () async -> Void)?
  /// Choices of the parts; they follow from the seed.
  let random: Locked<SeededRandom>
  let state = Locked(State())

  struct State {
    var container: Container?
    /// Other containers that are shut down at the end.
    var others: [Container] = []
    var generations = [0, 0, 0]
    /// When a replacement of a place was complete, by generation.
    var replaced: [Int: (generation: Int, at: Int)] = [:]
    /// The generation of a place that was complete when what was made from it had been built anew.
    var rebuilt: [Int: Int] = [:]
    /// How many replacements are under way, and whether they overlapped: then it is open whose comes last.
    var replacing = 0
    var replacementsOverlap = false
    var unregistered: Set<Int> = []
    /// What each part needs, by its role, where the container said before all runs that it knew all of it.
    var claims: [Int: Set<Int>] = [:]
    /// What is expected where one call follows the other.
    var model = SequentialModel()
    /// When a shutdown said that all is over.
    var closedAt: Int?
    /// When the first shutdown began; it may end whenever.
    var closingAt: Int?
    var isClosing: Bool { closingAt != nil }
    var isSealed = false
    /// By place: what was made when an event began that took its shared object away, and when that had returned.
    var removed: [Int: (made: Int, at: Int)] = [:]
    /// When the operation of a layer had returned.
    var layerEnds: [Int: Int] = [:]
    /// Scopes were open when a shutdown did not wait any longer.
    var leftScopesOpen = false
    /// Places that were still being built when a shutdown did not wait any longer.
    var leftUnfinished: Set<Int> = []
    /// A replacement was under way when a shutdown did not wait any longer.
    var leftReplacement = false
    /// A child container was dropped; what is still being built for it may be disposed of, or not.
    var droppedChild = false
    /// Scopes that were released without having been ended, and how many of them the container told of.
    var forgotten = 0
    var toldForgotten = 0
    /// A shutdown with a deadline is under way.
    var isBounded = false
    /// Callers that no event cancels.
    var bystanders = 0
    /// All callers that there were have been cancelled; another event may start more.
    var areCallersCancelled = false
    /// Whether a caller waits that is not to be cancelled: those who ask when all is quiet may still join a build that is being left.
    var isWanted: Bool { bystanders > 0 || isQuiet || areCallersCancelled && asking.contains { !$0.isCancelled } }
    /// What every container of the program is given.
    var registrations: [Registration] = []
    /// Second containers of events, by the event's name.
    var partners: [String: Container] = [:]
    var layers = 0
    var hooks: [Point: Hook] = [:]
    var laterHooks: [Point: LaterHook] = [:]
    var asking: [Task<Void, Never>] = []
    /// Shutdowns that inner code started.
    var shutters: [Task<Void?, Never>] = []
    /// By lifetime's place: what callers of the container itself got.
    var answers: [Tracked] = []
    /// Places whose objects belong to containers that the program shuts down itself, or drops.
    var foreign: Set<Int> = []
    /// Things that events of this run keep.
    var kept: [any Sendable] = []
    /// Ways that objects of layers keep.
    var layered: [(layer: Int, reference: Reference)] = []
    /// The last handle was dropped: nothing has to be disposed of.
    var isReleased = false
    /// A shutdown said that not all is over.
    var isLate = false
    /// Streams of events, which end with their container.
    var streams: [Task<Void, Never>] = []
    /// Factories take their time, so that two of them overlap.
    var isOverlapping = false
    var isQuiet = false
  }

  enum Mode: String, Sendable, CaseIterable {
    /// On one thread, one call after the other.
    case ordered
    /// Threads and tasks, with the events in the middle.
    case threads
    /// Tasks in every order of their jobs.
    case orders
  }

  /// The layer that this task or thread works in, as far as the program knows.
  @TaskLocal static var layer: Int?

  init(_ program: Program, seed: UInt64, mode: Mode, pause: (@Sendable () async -> Void)? = nil) {
    self.program = program
    self.mode = mode
    self.pause = pause
    var random = SeededRandom(seed: seed, name: program.id, number: 0)
    let cast = Casting(program, &random)
    lifetimes = cast.lifetimes
    needs = cast.needs
    allowed = cast.codes
    target = cast.target
    gate = Gate(
      mode == .threads ? cast.point : nil, hold: UInt64(random.below(4) + 1) * 1_000_000,
      untilCancelled: cast.point?.isCancellable == true && program.events.contains { $0.waitsForCancellation })
    self.random = Locked(random)
  }

  func edit<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.withLock(body) }

  /// True once in `count` times, by the seed.
  func chance(_ count: Int) -> Bool { random.withLock { $0.once(in: count) } }

  // MARK: The container

  var container: Container {
    get throws {
      guard let container = state.withLock({ $0.container }) else { throw Released() }
      return container
    }
  }

  /// Registers everything.
  func set() throws {
    let recorder = Recorder()
    for index in needs.indices.reversed() { install(index, in: recorder, generation: 0) }
    for thing in program.things { thing.addition(to: recorder) }
    let registrations = recorder.take()
    let container = try Container { batch in for registration in registrations { batch.add(registration) } }
    edit {
      $0.container = container
      $0.registrations = registrations
    }
    for thing in program.things { try thing.prepare(self) }
    // They keep what the registrations hold.
    _ = edit { state in
      defer { state.registrations = [] }
      return state.registrations
    }
    for event in program.events { try event.prepare(self) }
    edit { $0.claims = GraphJudge.claims(of: container) }
  }

  /// Registers the thing with this number in the chain, once more as a new generation or as an override.
  func install(_ index: Int, in batch: Recorder, generation: Int, layer: Int? = nil) {
    let next = index + 1 < needs.count ? needs[index + 1] : nil
    func put<P: Role>(_: P.Type) {
      program.things[index].install(
        Stage<P>(self, batch, next: next, generation: generation, layer: layer, lifetime: lifetimes[index]))
    }
    switch needs[index].role {
    case Outer.role: put(Outer.self)
    case Inner.role: put(Inner.self)
    default: put(Leaf.self)
    }
  }

  /// The number of the last thing, which layers override.
  var last: Int { needs.count - 1 }

  /// The place of a thing of the program.
  func place(of thing: any Part) -> Int {
    program.things.firstIndex { $0.name == thing.name }.map { needs[$0].role } ?? Leaf.role
  }

  func nextLayer() -> Int {
    state.withLock {
      $0.layers += 1
      return $0.layers
    }
  }

  func resetAll() throws {
    try take(needs.map(\.role)) {
      try container.resetAll()
      return true
    }
  }

  /// Takes away what callers share of some places, with a call that has that effect when it returns.
  ///
  /// - Parameter change: answers whether it took anything away.
  func take(_ roles: [Int], with change: () throws -> Bool) rethrows {
    let made = book.lives.count
    guard try change() else { return }
    let now = book.tick()
    edit { state in
      for role in roles {
        state.model.lost(role)
        state.removed[role] = (made, now)
      }
    }
  }

  /// Notes the references that an object of a layer keeps, and hands them on.
  func keep(_ references: [Reference?]) -> [Reference] {
    let references = references.compactMap { $0 }
    if let layer = Self.layer { state.withLock { $0.layered += references.map { (layer, $0) } } }
    return references
  }

  /// Makes a provider and a lazy reference in a layer, to be used when it is over.
  func keepReferences(of asker: Asker) {
    guard case .container = asker, !needs[last].isAsynchronous else { return }
    _ = keep([needs[last].access.provider(asker), needs[last].access.lazy(asker)])
  }

  /// The operation of a layer has returned.
  func ended(layer: Int) {
    let now = book.tick()
    edit { $0.layerEnds[layer] = now }
  }

  /// Asks on behalf of a caller that no event cancels.
  nonisolated(nonsending) func bystanding<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async rethrows -> Result {
    edit { $0.bystanders += 1 }
    defer { edit { $0.bystanders -= 1 } }
    return try await body()
  }

  func kept(inLayer layer: Int) -> [Reference] { state.withLock { $0.layered.filter { $0.layer == layer }.map(\.reference) } }

  /// A child container is shut down by the scene's end, or dropped; then its objects' disposal is open.
  func disown(_ child: Container, _ isDropped: Bool) {
    if !isDropped { return state.withLock { $0.others.append(child) } }
    let foreign = edit {
      $0.droppedChild = true
      return $0.foreign
    }
    book.disown(foreign)
  }

  // MARK: Points

  func hook(_ kind: Point.Kind, _ role: Int, _ hook: @escaping Hook) { state.withLock { $0.hooks[Point(kind: kind, role: role)] = hook } }

  func hookLater(_ kind: Point.Kind, _ role: Int, _ hook: @escaping LaterHook) {
    state.withLock { $0.laterHooks[Point(kind: kind, role: role)] = hook }
  }

  /// A synchronous run comes to a point: it may be held, and an event may speak up.
  func pass(_ kind: Point.Kind, _ role: Int) throws {
    let point = Point(kind: kind, role: role)
    gate.pass(point)
    try state.withLock { $0.hooks.removeValue(forKey: point) }?()
  }

  /// An asynchronous run comes to a point: it may be held, and an event may speak up.
  nonisolated(nonsending) func passLater(_ kind: Point.Kind, _ role: Int) async throws {
    let point = Point(kind: kind, role: role)
    if let pause { await pause() }
    if await !gate.passLater(point, isWanted: { [self] in edit { $0.isWanted } }) {
      book.report(.told, "every caller was cancelled, and the factory of \(roleName(role)) was not told of it")
    }
    try state.withLock { $0.hooks.removeValue(forKey: point) }?()
    try await state.withLock { $0.laterHooks.removeValue(forKey: point) }?()
  }

  /// Waits a moment; where every order of jobs is tried, lets other jobs go first.
  func wait() async {
    if let pause { await pause() } else { await Gate.delay(microseconds: 500) }
  }

  /// Lets a task that was just started run on, or not.
  func linger() async {
    if pause != nil || chance(2) { await wait() }
  }

  func dispose(_ item: Tracked) async throws {
    book.disposalBegins(item.number)
    defer { book.disposalEnds(item.number) }
    try await passLater(.disposer, item.role)
  }

  /// Looks whether a synchronous factory, which runs in its caller's task, got a layer's object in a layer.
  func isolated(_ item: Tracked) -> Tracked {
    if item.role == Leaf.role, let layer = Self.layer, !item.isOverride {
      book.report(.isolated, "a factory that runs in layer \(layer) got the container's own \(item.title)")
    }
    return item
  }

  /// Compares what a factory got from its resolver with what it got by another way: both belong to the same run.
  func compareInside(_ direct: Tracked, _ other: Tracked, _ need: Need) {
    book.expect(
      direct.isOverride == other.isOverride, .isolated, "a factory got \(direct.title) and \(other.title), one of them of a layer")
    if need.lifetime.isTransient {
      return book.expect(direct !== other, .fresh, "a factory got \(direct.title) of a transient twice")
    }
    book.expect(
      direct === other || program.rebuilds, .once,
      "a factory got \(direct.title) and \(other.title) of one \(need.lifetime)\(need.lifetime.outlivesScopes ? "" : " of its run")")
  }

  /// Compares what a factory got from its resolver with what the container that it captured handed out, as `sending`: no object of the run's graph.
  func compareWithCaptured(_ direct: Tracked, _ other: Tracked, _ need: Need) {
    guard need.lifetime.isGraph else { return compareInside(direct, other, need) }
    book.expect(direct !== other, .fresh, "the captured container handed out \(direct.title) of the graph of a factory's run")
  }

  /// What an event makes code of the application throw; not any more when all is quiet.
  func fail() throws {
    if !edit({ $0.isQuiet }) { throw PlannedFailure() }
  }

  /// Lets other threads run in the middle of a factory, now and then.
  func dawdle() {
    if mode != .orders, edit({ $0.isOverlapping }) || chance(3) { MonotonicClock.pauseThread(microseconds: 200) }
  }

  // MARK: Shutting down

  /// Notes that a shutdown begins; answers whether it is the first.
  @discardableResult
  func closes() -> Bool {
    let now = book.tick()
    return edit { state in
      defer { state.closingAt = state.closingAt ?? now }
      return !state.isClosing
    }
  }

  /// Shuts a container down and notes what it says.
  ///
  /// - Parameter fromInside: asked for where it cannot wait; it need not be over when it returns.
  func shutDown(_ container: Container, _ policy: ShutdownPolicy, deadline: Duration? = nil, fromInside: Bool = false) async throws {
    let isFirst = closes()
    let report = try await container.shutdown(builds: policy, deadline: deadline)
    if fromInside {
      // A task that a disposer started may have outlived it, and another shutdown may be over.
      let isOver = report.isClean && isFirst && !program.mayOutliveDisposers
      return book.expect(!isOver, .truthful, "a shutdown that was asked for from the inside says that all is over")
    }
    let isMain = state.withLock { $0.container === container }
    book.expect(
      report.isClean || program.events.contains { $0.spoilsReport }, .truthful, "a shutdown reports \(report)")
    if !report.isClean && isMain {
      state.withLock {
        $0.isLate = true
        if report.openScopes > 0 { $0.leftScopesOpen = true }
        if $0.replacing > 0 { $0.leftReplacement = true }
        // Under whatever name, and made from whatever arguments.
        for need in needs where report.unfinished.contains(where: { $0.valueType == need.key.type }) { $0.leftUnfinished.insert(need.role) }
      }
    }
    guard report.isClean, isMain else { return }
    let foreign = state.withLock { $0.foreign }
    for run in book.openRuns where run.counts && !foreign.contains(run.role) {
      book.report(.truthful, "a shutdown called everything over while the \(run.what) of \(roleName(run.role)) ran")
    }
    let now = book.tick()
    state.withLock { $0.closedAt = $0.closedAt ?? now }
  }
}

/// The container of the scene was dropped.
struct Released: Error {}

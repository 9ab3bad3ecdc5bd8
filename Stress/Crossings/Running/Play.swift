import Dispatch
import Foundation
import Holdfast
import HoldfastStress

/// What one run of a program came to.
package struct Outcome: Sendable {
  package var problems: [Problem] = []
  /// Threads hang: the process is of no more use.
  package var hangs = false
}

/// Runs a program once, on one thread or with threads and tasks.
package struct Play {
  private let scene: Scene
  /// How long callers, events and the end may take, in seconds.
  private let patience: Double

  /// Other programs may have the processor for long: only a call that hangs takes this long.
  package static let patience = 25.0

  private init(_ scene: Scene, patience: Double) {
    self.scene = scene
    self.patience = patience
  }

  /// Blocks the calling thread, which serves the main queue if it is the main one.
  ///
  /// - Parameters:
  ///   - plant: a lie that the oracle must find.
  ///   - patience: how long callers, events and the end may take, in seconds.
  static package func run(_ program: Program, seed: UInt64, ordered: Bool, plant: Plant? = nil, patience: Double = Play.patience) -> Outcome
  {
    let scene = Scene(program, seed: seed, mode: ordered ? .ordered : .threads)
    // The last program may have set another threshold, which is the whole process's.
    LongWaitBook.shared.watch(after: .seconds(1000))
    return Play(scene, patience: patience).run(plant)
  }

  private func run(_ plant: Plant?) -> Outcome {
    do { try scene.set() } catch {
      return Outcome(problems: [Problem(kind: .errors, text: "the program cannot be set up: \(error)")])
    }
    let isAnswered = scene.mode == .ordered ? inOrder() : atOnce()
    guard isAnswered else { return hung("callers and events were not answered within \(patience) s") }
    plant?.write(into: scene, atEnd: false)
    Oracle(scene: scene).judgeAnswers()
    GraphJudge(scene)?.judge()
    let isClosed = Blocking.run(seconds: patience) { await closing() }
    guard isClosed else { return hung("the end of the program was not answered within \(patience) s") }
    settle()
    if Oracle(scene: scene).breakSealedCircle() { settle() }
    plant?.write(into: scene, atEnd: true)
    Oracle(scene: scene).judgeEnd()
    return Outcome(problems: scene.book.problems)
  }

  private func hung(_ text: String) -> Outcome {
    let open = scene.book.openRuns.map { "\($0.what) of \(roleName($0.role))" }
    scene.book.report(.answered, text + (open.isEmpty ? "" : "; on their way: \(open.joined(separator: ", "))"))
    return Outcome(problems: scene.book.problems, hangs: true)
  }

  // MARK: One call after the other

  private func inOrder() -> Bool {
    Blocking.run(seconds: patience) {
      await scene.askLater()
      for event in scene.program.events {
        await Self.happen(event, scene)
        // Tasks that outlive what they were started in are calls like others.
        for task in scene.edit({ $0.asking }) { await task.value }
        // What an event left is what the next one finds.
        await scene.askLater()
      }
      await quiet()
    }
  }

  /// Everything happened: what holds now?
  private func quiet() async {
    scene.edit { $0.isQuiet = true }
    // What an event took away is not there for several callers at once.
    if scene.mode == .threads {
      await withTaskGroup { group in
        for _ in 0..<3 { group.addTask { [scene] in await scene.askLater(whenQuiet: true) } }
      }
    }
    for index in scene.needs.indices { await scene.askLater(index, whenQuiet: true) }
    for thing in scene.program.things {
      do { try thing.inspect(scene) } catch { scene.failed(error, 0) }
    }
  }

  static func happen(_ event: Event, _ scene: Scene) async {
    do { try await event.perform(scene) } catch { scene.failed(error, 0) }
  }

  /// What follows when all callers are answered, where there is one thread.
  static func end(_ scene: Scene) async {
    let play = Play(scene, patience: patience)
    Oracle(scene: scene).judgeAnswers()
    await play.quiet()
    GraphJudge(scene)?.judge()
    await play.closing()
    for _ in 0..<200 where scene.book.alive > 0 || scene.book.tokens > 0 || play.isWaitedFor { await scene.wait() }
    _ = Oracle(scene: scene).breakSealedCircle()
    Oracle(scene: scene).judgeEnd()
  }

  // MARK: At once

  private func atOnce() -> Bool {
    let group = DispatchGroup()
    let tasks = scene.program.events.contains { $0.needsTasks } || scene.needs.contains { $0.isAsynchronous }
    for index in 0..<(2 + scene.random.withLock { $0.below(3) }) {
      group.enter()
      if tasks || scene.chance(3) {
        let task = Task.detached { [scene] in
          await scene.askLater()
          group.leave()
        }
        scene.edit { $0.asking.append(task) }
      } else {
        let thread = Thread { [scene] in
          scene.askNow()
          group.leave()
        }
        thread.stackSize = 1 << 20
        thread.name = "asker \(index)"
        thread.start()
      }
    }
    startEvents(group)
    return MainThread.wait(for: group, seconds: patience) && Blocking.run(seconds: patience) { await quiet() }
  }

  /// Begins the events one after the other when a run is held at the gate; each begins when the last is over, or a moment after.
  private func startEvents(_ group: DispatchGroup) {
    group.enter()
    let thread = Thread { [scene] in
      let start = MonotonicClock.now()
      while !scene.gate.isReached, MonotonicClock.now() - start < 12_000_000 { MonotonicClock.pauseThread(microseconds: 100) }
      // Callers that wait for what is held get there first, or not.
      if scene.gate.isReached { MonotonicClock.pauseThread(microseconds: scene.random.withLock { UInt32($0.below(3)) } * 700) }
      let events = scene.chance(2) ? scene.program.events : scene.program.events.reversed()
      for event in events {
        let over = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        group.enter()
        Task.detached {
          begun.signal()
          await Self.happen(event, scene)
          over.signal()
          group.leave()
        }
        // Held elsewhere, other synchronous factories may rightly block their threads: those of a circle, and the one that collects what is contributed
        // for callers of a chain, which cannot ask for all of a type.
        let chain = scene.program.chain
        let collects = chain.contains { $0 is ContributedThing } && chain.contains { $0 is ChainThing }
        let isSync = collects || chain.contains { $0 is ConstructorCircle }
        let isFree = !isSync && scene.gate.isReached && scene.gate.point == Point(kind: .factory, role: Outer.role)
        if begun.wait(timeout: .now() + (isFree ? 10 : 0.005)) != .success, isFree {
          scene.book.report(.answered, "callers that await have blocked every thread of the pool: no other task begins")
        }
        scene.gate.begin()
        _ = over.wait(timeout: .now() + .microseconds(1500))
      }
      scene.gate.end()
      group.leave()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  // MARK: The end

  /// Shuts everything down that is open, and lets go of it.
  private func closing() async {
    for shutter in scene.edit({ $0.shutters }) { await shutter.value }
    for container in scene.edit({ $0.others + $0.partners.values }) { _ = try? await container.shutdown() }
    if let container = try? scene.container {
      do { try await scene.shutDown(container, .drain) } catch {
        scene.book.report(.errors, "the last shutdown failed: \(scene.text(error))")
      }
      if (try? await container.resolve(Item<Leaf>.self)) != nil, scene.edit({ $0.closedAt != nil }) {
        scene.book.report(.truthful, "a container still resolves after a shutdown that called everything over")
      }
    }
    let streams = scene.edit { $0.streams }
    release()
    await end(streams)
  }

  /// Lets go of everything: the last handle of a container that was dropped may be a child's.
  private func release() {
    let old = scene.edit { state in
      defer {
        state.streams = []
        state.container = nil
        state.others = []
        state.partners = [:]
        state.hooks = [:]
        state.laterHooks = [:]
        state.asking = []
        state.shutters = []
        state.answers = []
        state.layered = []
        state.kept = []
      }
      return state
    }
    withExtendedLifetime(old) {}
  }

  /// Streams of events end with their container.
  private func end(_ streams: [Task<Void, Never>]) async {
    for stream in streams {
      let ended = Flag()
      let waiter = Task {
        await stream.value
        ended.set()
      }
      for _ in 0..<4000 where !ended.isSet { await scene.wait() }
      scene.book.expect(ended.isSet, .answered, "a stream of events does not end with its container")
      stream.cancel()
      await waiter.value
    }
  }

  /// Gives what is released on other threads a moment.
  private var isWaitedFor: Bool {
    !scene.edit { $0.isReleased || $0.isLate } && scene.book.count { $0.isOwned && $0.ends.isEmpty } > 0
  }

  private func settle() {
    // A sealed container may live as long as what it keeps.
    let isSealed = scene.edit { $0.isSealed } && !scene.book.keepers.isEmpty
    let end = MonotonicClock.now() + (isSealed ? 100_000_000 : UInt64(patience * 1e9))
    while scene.book.alive > 0 || scene.book.tokens > 0 || isWaitedFor {
      if MonotonicClock.now() > end { return }
      MainThread.serve()
    }
  }
}

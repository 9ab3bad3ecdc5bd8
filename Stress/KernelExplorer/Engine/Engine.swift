#if Exploration
  import OnceKernel

  /// Runs one execution after the other of a program of explored threads, each under another schedule.
  ///
  /// Everything here is touched by the one thread that explores. Threads are numbered from 1; 0 is the set-up and the check at the end.
  final class Engine: Scheduler {
    struct Thread {
      var clock = Clock()
      var step = Step(kind: .start, object: 0)
      var isFinished = true
      /// The value that it waits to see changed.
      var awaited: UInt = 0
      /// Atomics that it has freed since its last step.
      var freed: [Int] = []
    }

    private enum Stage {
      case settingUp, running, checking
    }

    var search: Search
    var coverage = Coverage()
    private(set) var violation: Violation?
    private(set) var isRedundant = false
    private var reduction = Reduction()
    private var sharing = Sharing()
    /// How many atomics and locks there were when the threads started: numbers below mean the same in every execution.
    private var madeInSetUp = (locations: 0, locks: 0)

    private let stepLimit = 20000
    private var stage = Stage.settingUp
    // unsafe: touched by the thread that explores.
    nonisolated(unsafe) private static var executions: UInt64 = 0
    private(set) var currentExecution: UInt64 = 0
    private var steps = 0
    private var preemptions = 0
    var thread = 0
    private var bodies: [() -> Void] = []
    var threads: [Thread] = Array(repeating: Thread(), count: Clock.threads)
    /// One for each number of a thread, made anew for each execution.
    private var ownRecords: [UnsafeMutablePointer<ThreadRecord>] = []
    private let scheduler = Coroutine()
    private var coroutines: [Coroutine] = []
    /// Threads that the next step of a reduced search need not try.
    private var sleep: UInt16 = 0

    var stores: [Store] = []
    var locations: [Location] = []
    var variables: [Variable] = []
    var locks: [LockState] = []
    var parkers: [ParkerState] = []
    private var ordinals: [UInt: UInt] = [:]
    /// By address.
    private var kept: [UnsafeMutableRawPointer: Unmanaged<AnyObject>] = [:]
    var keptMemory: [UnsafeMutableRawPointer] = []

    /// The lines of the execution under way, if they are wanted.
    var trace: [TraceLine]?

    init(_ mode: Search.Mode, tracing: Bool = false) {
      search = Search(mode: mode)
      trace = tracing ? [] : nil
      Coroutine.disableExclusivityChecks()
    }

    // MARK: One execution

    /// Runs `program` once under the schedule that the search has come to.
    func run(_ scenario: Scenario) {
      reset()
      Seam.install(self, execution: currentExecution)
      Engine.running = self
      ownRecords = (0..<Clock.threads).map { ThreadRecord.explored(number: UInt($0)) }
      let leftovers: () -> String?
      do {
        let program = scenario.make()
        leftovers = program.leftovers
        start(program)
        stage = .checking
        for other in 1...max(1, bodies.count) { threads[0].clock.join(threads[other].clock) }
        if violation == nil { program.check() }
        bodies = []
      }
      // What was kept for readers that come too late goes now, which ends the program's last objects.
      let kept = self.kept.values
      self.kept.removeAll(keepingCapacity: true)
      for object in kept { object.release() }
      for memory in keptMemory { memory.deallocate() }
      keptMemory.removeAll(keepingCapacity: true)
      for record in ownRecords {
        record.deinitialize(count: 1)
        record.deallocate()
      }
      ownRecords = []
      Engine.running = nil
      Seam.uninstall()
      if violation == nil, let left = leftovers() { report(left) }
    }

    private func start(_ program: Program) {
      precondition(program.threads.count < Clock.threads, "an execution has at most \(Clock.threads - 1) threads")
      bodies = program.threads
      for number in 1...bodies.count {
        threads[number] = Thread(clock: threads[0].clock, step: Step(kind: .start, object: 0), isFinished: false)
        threads[number].clock[number] = 1
        if coroutines.count < number { coroutines.append(coroutine(number)) }
      }
      stage = .running
      madeInSetUp = (locations.count, locks.count)
      thread = 0
      guard let first = next() else { return }
      thread = first
      scheduler.switch(to: coroutines[first - 1])
      if violation != nil {
        // What stands on their stacks is lost: they were broken off in the middle.
        coroutines = []
        giveBackLocks()
        BuildLock.forgetBuilds()
      }
    }

    private func coroutine(_ number: Int) -> Coroutine {
      Coroutine { [unowned self] in
        while true {
          bodies[number - 1]()
          finish()
        }
      }
    }

    /// The running thread's body returned: another thread goes on, if any.
    private func finish() {
      let number = thread
      threads[number].isFinished = true
      if let next = next() {
        thread = next
        coroutines[number - 1].switch(to: coroutines[next - 1])
      } else {
        thread = 0
        coroutines[number - 1].switch(to: scheduler)
      }
    }

    private func reset() {
      Engine.executions += 1
      currentExecution = Engine.executions
      precondition(currentExecution < 1 << 32, "executions are numbered with 32 bits")
      steps = 0
      preemptions = 0
      violation = nil
      isRedundant = false
      sleep = 0
      stage = .settingUp
      thread = 0
      for number in threads.indices { threads[number] = Thread() }
      threads[0].clock[0] = 1
      stores.removeAll(keepingCapacity: true)
      locations.removeAll(keepingCapacity: true)
      variables.removeAll(keepingCapacity: true)
      locks.removeAll(keepingCapacity: true)
      parkers.removeAll(keepingCapacity: true)
      ordinals.removeAll(keepingCapacity: true)
      if trace != nil { trace = [] }
      search.begin()
      reduction.begin()
    }

    // MARK: Steps

    /// The running thread is about to take a step: the chosen thread goes on, and this call returns when the step is to be taken.
    func yield(_ kind: Step.Kind, _ object: Int, _ site: Site?) {
      guard stage == .running else { return }
      if let site { coverage.note(site) }
      threads[thread].step = Step(kind: kind, object: object)
      let number = thread
      guard let next = next() else { fail("no thread can go on") }
      if next != number {
        thread = next
        coroutines[number - 1].switch(to: coroutines[next - 1])
      }
      threads[number].freed.removeAll(keepingCapacity: true)
      let step = threads[number].step
      sharing.note(step, by: number, madeInSetUp: isOfSetUp(step))
    }

    private func isOfSetUp(_ step: Step) -> Bool {
      switch step.object >> 32 {
      case 0: step.object >> 2 < madeInSetUp.locations
      case 1: step.object & 0xFFFF < madeInSetUp.locks
      default: false
      }
    }

    /// Begins the search again if the last execution showed that it left something out.
    func restartIfNeeded() -> Bool {
      guard needsRestart else { return false }
      sharing.isNews = false
      search = Search(mode: search.mode)
      return true
    }

    var needsRestart: Bool {
      if case .bounded = search.mode { sharing.isNews } else { false }
    }

    var isRunning: Bool { stage == .running }

    private func isEnabled(_ number: Int) -> Bool {
      if threads[number].isFinished { return false }
      switch threads[number].step.kind {
      case .lock: return locks[threads[number].step.object & 0xFFFF].holder < 0
      case .park: return parkers[threads[number].step.object & 0xFFFF].tokens > 0
      case .change: return newestValue(of: threads[number].step.object >> 2) != threads[number].awaited
      case .start, .read, .write, .began, .ended: return true
      }
    }

    /// Decides which thread goes on; nil when all are finished.
    private func next() -> Int? {
      var enabled: UInt16 = 0
      var left = false
      for number in 1...bodies.count where !threads[number].isFinished {
        left = true
        if isEnabled(number) { enabled |= 1 << number }
      }
      guard left else { return nil }
      if enabled == 0 { fail(deadlock) }
      steps += 1
      if steps > stepLimit { fail("does not end: \(stepLimit) steps were taken") }
      let chosen = choose(among: enabled)
      if chosen != thread, thread != 0, enabled & (1 << thread) != 0 { preemptions += 1 }
      return chosen
    }

    private func choose(among enabled: UInt16) -> Int {
      let isContinued = thread != 0 && enabled & (1 << thread) != 0
      let first = isContinued ? thread : enabled.trailingZeroBitCount
      let isChoice = enabled & (enabled &- 1) != 0
      let chosen: Int
      switch search.mode {
      case .bounded(let bound):
        let step = threads[first].step
        if !isChoice || isContinued && (preemptions >= bound || !sharing.isInteresting(step, madeInSetUp: isOfSetUp(step))) {
          chosen = first
        } else {
          chosen = search.repeated { !$0.isValue && $0.enabled == enabled }?.taken ?? push(first, enabled, enabled)
        }
      case .reduced: chosen = reduced(first, enabled)
      case .replay(let list): chosen = isChoice ? replayed(list, enabled) ?? first : first
      }
      if isChoice { search.note(chosen) }
      return chosen
    }

    private func replayed(_ list: [Int], _ enabled: UInt16) -> Int? {
      guard let wanted = search.replayed(of: list) else { return nil }
      return wanted < Clock.threads && enabled & (1 << wanted) != 0 ? wanted : nil
    }

    private func push(_ taken: Int, _ candidates: UInt16, _ enabled: UInt16) -> Int {
      search.push(
        Search.Node(isValue: false, taken: taken, candidates: candidates, done: 1 << taken, enabled: enabled, sleep: sleep))
      return taken
    }

    private func reduced(_ first: Int, _ enabled: UInt16) -> Int {
      if isRedundant {
        reduction.note(first, threads[first].step, node: -1, &search)
        return first
      }
      let node: Search.Node
      if let known = search.repeated(where: { !$0.isValue && $0.enabled == enabled }) {
        node = known
      } else {
        let awake = enabled & ~sleep
        if awake == 0 {
          // Every way on from here was seen before: the execution is only brought to its end.
          isRedundant = true
          reduction.note(first, threads[first].step, node: -1, &search)
          return first
        }
        let taken = awake & (1 << first) != 0 ? first : awake.trailingZeroBitCount
        _ = push(taken, 1 << taken, enabled)
        node = search.nodes[search.depth - 1]
      }
      let step = threads[node.taken].step
      reduction.note(node.taken, step, node: search.depth - 1, &search)
      // Asleep stay those that were, and those that were tried here, unless this step makes a difference to them.
      var asleep: UInt16 = 0
      let tried = (node.sleep | search.nodes[search.depth - 1].done) & ~(1 << node.taken)
      for number in 1...bodies.count where tried & (1 << number) != 0 && !threads[number].step.depends(on: step) { asleep |= 1 << number }
      sleep = asleep
      return node.taken
    }

    /// Chooses one of `count` values, the first being the newest.
    func chooseValue(_ count: Int) -> Int {
      if count == 1 || stage != .running { return 0 }
      let chosen: Int
      switch search.mode {
      case .replay(let list): chosen = min(search.replayed(of: list) ?? 0, count - 1)
      case .reduced where isRedundant: chosen = 0
      case .bounded, .reduced:
        let all = UInt16(truncatingIfNeeded: (1 << min(count, 16)) - 1)
        if let known = search.repeated(where: { $0.isValue && $0.candidates == all }) {
          chosen = known.taken
        } else {
          search.push(Search.Node(isValue: true, taken: 0, candidates: all, done: 1, enabled: 0, sleep: 0))
          chosen = 0
        }
      }
      search.note(chosen)
      return chosen
    }

    // MARK: Violations

    /// Ends the execution: it broke a promise. On an explored thread this does not return.
    func report(_ what: String) {
      if violation == nil { violation = Violation(what: what, choices: search.log) }
      if stage == .running {
        let number = thread
        thread = 0
        stage = .checking
        coroutines[number - 1].switch(to: scheduler)
        fatalError("an execution that was broken off went on")
      }
    }

    func fail(_ what: String) -> Never {
      report(what)
      fatalError("outside an execution: \(what)")
    }

    private var deadlock: String {
      let waiting = (1...bodies.count).filter { !threads[$0].isFinished }.map { number in
        switch threads[number].step.kind {
        case .park: "thread \(number) sleeps"
        case .change: "thread \(number) waits for a reader"
        default: "thread \(number) waits for a lock"
        }
      }
      return "deadlock: \(waiting.joined(separator: ", "))"
    }

    func tell(_ text: @autoclosure () -> String, _ site: Site? = nil) {
      guard trace != nil else { return }
      trace?.append(TraceLine(thread: thread, text: site.map { "\(YieldPoint($0)) \(text())" } ?? text()))
    }

    /// The engine whose program runs, for what the program says of itself.
    // unsafe: touched by the thread that explores.
    nonisolated(unsafe) static var running: Engine?

    // MARK: What stays until the end

    var record: UnsafeMutablePointer<ThreadRecord> { ownRecords[thread] }

    /// Those of the other threads of the program: what a writer sees of its own, or of none, makes no difference.
    var records: [UnsafeMutablePointer<ThreadRecord>] { bodies.indices.map { $0 + 1 }.filter { $0 != thread }.map { ownRecords[$0] } }

    func keep(_ object: AnyObject) {
      let reference = Unmanaged.passUnretained(object)  // retained below, if it is not kept yet
      if kept[reference.toOpaque()] == nil { kept[reference.toOpaque()] = reference.retain() }
    }

    func ordinal(of word: UInt) -> UInt {
      if let known = ordinals[word] { return known }
      let ordinal = UInt(ordinals.count)
      ordinals[word] = ordinal
      return ordinal
    }

    func found(_ object: AnyObject) {
      // Only looked at.
      if stage == .running, isFreed(Unmanaged.passUnretained(object)) { report("an object is used that was released already") }
    }

    func isKept(_ object: AnyObject) -> Bool {
      kept[Unmanaged.passUnretained(object).toOpaque()] != nil  // only its address is looked up
    }
  }
#endif

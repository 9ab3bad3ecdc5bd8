#if Exploration
  /// Finds, in the execution under way, the pairs of steps whose order should be tried the other way round.
  ///
  /// Keeps a clock for each step that says which earlier steps it depends on. Two dependent steps of different threads that nothing else orders
  /// are a race; before the first of them the second one's thread has to be tried (Flanagan and Godefroid, 2005).
  struct Reduction {
    struct Event {
      let thread: Int
      let step: Step
      /// The number of the search's node that chose it; -1 when there was no choice.
      let node: Int
      /// For each thread the newest of its events that happened before this one, as its number plus one.
      let clock: SIMD8<Int32>
      /// The event on the same object before it; -1 for none.
      let previous: Int
    }

    private var events: [Event] = []
    private var clocks: [SIMD8<Int32>] = Array(repeating: SIMD8(), count: Clock.threads)
    private var newest: [Int: Int] = [:]

    mutating func begin() {
      events.removeAll(keepingCapacity: true)
      newest.removeAll(keepingCapacity: true)
      for thread in clocks.indices { clocks[thread] = SIMD8() }
    }

    /// Notes that `thread` takes `step`, chosen at `node`, and adds what has to be tried to `search`.
    mutating func note(_ thread: Int, _ step: Step, node: Int, _ search: inout Search) {
      let number = events.count
      var clock = clocks[thread]
      let before = newest[step.object] ?? -1
      if step.kind != .start {
        var next = before
        search: while next >= 0 {
          let earlier = events[next]
          if earlier.step.depends(on: step) {
            if earlier.thread != thread, Int32(next) >= clock[earlier.thread] {
              // A wake-up and the sleep that it ends cannot come the other way round.
              if step.kind != .park || earlier.step.kind != .write { reverse(earlier, &search) }
              clock = pointwiseMax(clock, earlier.clock)
            }
            switch earlier.step.kind {
            case .read, .change, .began, .ended: break
            case .start, .write, .lock, .park: break search
            }
          }
          next = earlier.previous
        }
      }
      clock[thread] = Int32(number + 1)
      clocks[thread] = clock
      events.append(Event(thread: thread, step: step, node: node, clock: clock, previous: before))
      if step.kind != .start { newest[step.object] = number }
    }

    /// Has every thread tried in the place of `earlier`: more than is needed, and certainly enough.
    private func reverse(_ earlier: Event, _ search: inout Search) {
      if earlier.node >= 0 { search.addCandidates(search.nodes[earlier.node].enabled, at: earlier.node) }
    }
  }

  /// What a thread is about to do, as far as it matters to others: two steps on the same object depend on each other unless both are of one harmless kind.
  struct Step: Equatable {
    enum Kind: UInt8 {
      /// The thread starts; touches nothing.
      case start
      case read, write
      /// Takes a lock: not possible while it is held.
      case lock
      /// Uses up a wake-up: not possible before there is one.
      case park
      /// Reads that a word has changed: not possible before that.
      case change
      /// An operation on the container begins, or has ended: what a checker of real-time order looks at.
      case began, ended
    }

    let kind: Kind
    let object: Int

    func depends(on other: Step) -> Bool {
      guard object == other.object, kind != .start, other.kind != .start else { return false }
      switch (kind, other.kind) {
      case (.read, .read), (.read, .change), (.change, .read), (.change, .change), (.began, .began), (.ended, .ended): return false
      default: return true
      }
    }
  }
#endif

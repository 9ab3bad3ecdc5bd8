#if Exploration
  /// Where the search stands: the choices of the execution under way, and what was tried of each.
  ///
  /// Depth first: each execution repeats the choices so far and takes another one at the last place where one is left.
  package struct Search {
    /// How it goes through the schedules.
    package enum Mode: Equatable, Sendable {
      /// Every schedule with at most so many preemptions: switches away from a thread that could have gone on.
      case bounded(Int)
      /// Every schedule without a bound, but of those that differ only in the order of independent steps just one (dynamic partial-order
      /// reduction with sleep sets).
      case reduced
      /// The one schedule of a choice list.
      case replay([Int])
    }

    /// One choice: which thread goes on, or which value a load sees.
    struct Node {
      let isValue: Bool
      var taken: Int
      /// What is to be tried, as bits; grows in a reduced search.
      var candidates: UInt16
      var done: UInt16
      /// Threads that could go on.
      let enabled: UInt16
      /// Threads whose next step was tried before and is independent of everything since.
      let sleep: UInt16
    }

    let mode: Mode
    private(set) var nodes: [Node] = []
    /// How many nodes the execution under way has passed.
    private(set) var depth = 0
    /// Every choice that was one, whatever the mode: what a replay needs.
    private(set) var log: [Int] = []

    init(mode: Mode) {
      self.mode = mode
      nodes.reserveCapacity(1024)
      log.reserveCapacity(1024)
    }

    mutating func begin() {
      depth = 0
      log.removeAll(keepingCapacity: true)
    }

    /// Moves on to the next schedule; false when there is none.
    mutating func advance() -> Bool {
      while let last = nodes.last {
        let open = last.candidates & ~last.done & ~last.sleep
        if open != 0 {
          let next = open.trailingZeroBitCount
          nodes[nodes.count - 1].taken = next
          nodes[nodes.count - 1].done |= 1 << next
          return true
        }
        nodes.removeLast()
      }
      return false
    }

    /// The node that comes next, when the execution still repeats.
    ///
    /// One that does not fit is dropped, with all that followed from it: another thread has changed what the program comes to, as when a test that
    /// runs beside the exploration asks for reports of long waits.
    mutating func repeated(where fits: (Node) -> Bool) -> Node? {
      guard depth < nodes.count else { return nil }
      guard fits(nodes[depth]) else {
        nodes.removeSubrange(depth...)
        return nil
      }
      depth += 1
      return nodes[depth - 1]
    }

    /// The choice that a replay asks for, at a place where there is one.
    func replayed(of list: [Int]) -> Int? {
      log.count < list.count ? list[log.count] : nil
    }

    mutating func push(_ node: Node) {
      nodes.append(node)
      depth += 1
    }

    mutating func note(_ choice: Int) {
      log.append(choice)
    }

    mutating func addCandidates(_ bits: UInt16, at node: Int) {
      nodes[node].candidates |= bits
    }
  }
#endif

#if Exploration
  /// Which objects, of those made while the program is set up, several threads use in a way that matters.
  ///
  /// Before a step on any other object an interruption shows nothing that one before the thread's next step does not: the step depends on no
  /// other thread's. A bounded search leaves those out. What is found out only in a later execution makes the search start anew.
  struct Sharing {
    private var readers: [UInt16] = []
    private var writers: [UInt16] = []
    private var isShared: [Bool] = []
    /// True when an object turned out to be shared that was not taken for it.
    var isNews = false

    /// Locations, locks and so on have numbers of their own; this makes one of them.
    private func place(_ step: Step) -> Int? {
      switch step.object >> 32 {
      case 0: step.object >> 2 < 512 ? step.object >> 2 : nil
      case 1: step.object & 0xFFFF < 64 ? 512 + step.object & 0xFFFF : nil
      default: nil
      }
    }

    /// Whether an interruption before this step can make a difference.
    func isInteresting(_ step: Step, madeInSetUp: Bool) -> Bool {
      guard madeInSetUp, let place = place(step) else { return true }
      return place < isShared.count && isShared[place]
    }

    mutating func note(_ step: Step, by thread: Int, madeInSetUp: Bool) {
      guard madeInSetUp, let place = place(step) else { return }
      if isShared.isEmpty {
        isShared = Array(repeating: false, count: 576)
        readers = Array(repeating: 0, count: 576)
        writers = readers
      }
      if isShared[place] { return }
      let bit = UInt16(1) << thread
      if step.kind == .read || step.kind == .change { readers[place] |= bit } else { writers[place] |= bit }
      let all = readers[place] | writers[place]
      if writers[place] != 0, all & (all &- 1) != 0 {
        isShared[place] = true
        isNews = true
      }
    }
  }
#endif

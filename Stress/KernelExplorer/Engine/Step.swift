#if Exploration
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

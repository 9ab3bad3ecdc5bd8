import HoldfastStress
import Synchronization

/// What each thread reads at this moment: a word for each, which only it writes.
///
/// While a thread reads, its word is the table's address and, in the low bits, a number of the visit; otherwise it is 0.
final class ThreadMarks: Sendable {
  struct Mark: ~Copyable {
    fileprivate let word = Atomic<UInt>(0)
    /// Guard: the thread whose mark it is.
    fileprivate var visits: UInt = 0

    /// Behind a fence: the compiler moves a retain behind a store, atomic or not, and never behind a fence.
    @inline(__always)
    func leave() {
      atomicMemoryFence(ordering: .releasing)
      word.store(0, ordering: .releasing)
    }
  }

  private struct All: @unchecked Sendable {  // unchecked: marks are never freed, and what others read of them is atomic
    var marks: [UnsafeMutablePointer<Mark>] = []
  }

  private static let visitBits: UInt = 15
  private let slot = ThreadSlot()
  private let all = Mutex(All())

  /// For every table: a process has few slots.
  static let shared = ThreadMarks()

  private init() {}

  /// The calling thread reads `table` from now on.
  @inline(__always)
  func enter(_ table: AnyObject) -> UnsafeMutablePointer<Mark> {
    let mark = slot.pointer?.assumingMemoryBound(to: Mark.self) ?? make()
    mark.pointee.visits = (mark.pointee.visits &+ 1) & Self.visitBits
    // Sequentially consistent: either a writer sees it, or this thread sees what the writer stored before it looked.
    mark.pointee.word.store(Self.address(of: table) | mark.pointee.visits, ordering: .sequentiallyConsistent)
    return mark
  }

  /// Returns when no thread reads `table` any more that began before this call.
  func awaitReaders(of table: AnyObject) {
    let address = Self.address(of: table)
    let seen = all.withLock { $0.marks }.compactMap { mark -> (mark: UnsafeMutablePointer<Mark>, word: UInt)? in
      let word = mark.pointee.word.load(ordering: .sequentiallyConsistent)
      return word & ~Self.visitBits == address ? (mark, word) : nil
    }
    for (mark, word) in seen {
      var looks = 0
      while mark.pointee.word.load(ordering: .acquiring) == word {
        looks += 1
        // A thread that is put off while it reads needs a processor.
        if looks > 256 { MonotonicClock.pauseThread(microseconds: 50) }
      }
    }
  }

  @inline(__always)
  private static func address(of table: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque())  // compared only
  }

  /// For the rest of the process.
  @inline(never)
  private func make() -> UnsafeMutablePointer<Mark> {
    let mark = UnsafeMutablePointer<Mark>.allocate(capacity: 1)
    mark.initialize(to: Mark())
    slot.set(mark)
    let made = All(marks: [mark])
    all.withLock { $0.marks += made.marks }
    return mark
  }
}

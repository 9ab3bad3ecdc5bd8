import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// One way to keep a table alive while a thread looks something up in it: what a thread does at both ends of a look, and what a writer does between
/// taking a value away and releasing it.
///
/// Models for `ReaderLockReport`: they look up nothing, so that what differs is all that there is. The first is what the container does.
protocol ReaderLock: AnyObject, Sendable {
  static var title: String { get }
  /// - Parameter readers: how many threads there may be.
  init(readers: Int)
  func enter(_ reader: Int, _ turn: UInt)
  func leave(_ reader: Int, _ turn: UInt)
  func awaitReaders()
}

/// A word for each thread, two cache lines apart.
struct Marks: @unchecked Sendable {  // unchecked: the addresses never change, and the words are atomic
  private static let stride = 128
  private let memory: UnsafeMutableRawPointer
  let count: Int

  init(_ count: Int) {
    self.count = count
    memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
    for index in 0..<count { word(index).initialize(to: Atomic(0)) }
  }

  func free() { memory.deallocate() }

  @inline(__always)
  func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    (memory + index * Self.stride).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// Waits for those threads whose word says that they are inside, until it changes.
  func awaitAll(where isInside: (UInt) -> Bool) {
    for index in 0..<count {
      let seen = word(index).pointee.load(ordering: .sequentiallyConsistent)
      guard isInside(seen) else { continue }
      var looks = 0
      while word(index).pointee.load(ordering: .acquiring) == seen {
        if looks < 256 { looks += 1 } else { usleep(50) }
      }
    }
  }
}

/// A word says which table a thread reads: stored in the order that all threads agree on, which takes an exchange.
final class MarkLock: ReaderLock {
  static let title = "a mark, as shipped"
  private let marks: Marks

  init(readers: Int) { marks = Marks(readers) }
  deinit { marks.free() }

  @inline(__always)
  func enter(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store(0x1000 | turn & 7, ordering: .sequentiallyConsistent) }

  @inline(__always)
  func leave(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store((turn &+ 1) & 7, ordering: .releasing) }

  func awaitReaders() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    marks.awaitAll { $0 > 7 }
  }
}

/// A word counts: it is odd while the thread is inside.
final class SequenceLock: ReaderLock {
  static let title = "a sequence word"
  private let marks: Marks

  init(readers: Int) { marks = Marks(readers) }
  deinit { marks.free() }

  @inline(__always)
  func enter(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store(turn << 1 | 1, ordering: .sequentiallyConsistent) }

  @inline(__always)
  func leave(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store(turn << 1 &+ 2, ordering: .releasing) }

  func awaitReaders() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    marks.awaitAll { $0 & 1 == 1 }
  }
}

/// A mutex for each thread, which a writer takes and gives back.
final class MutexLock: ReaderLock, @unchecked Sendable {  // unchecked: the addresses never change
  static let title = "a mutex for each thread"
  private let mutexes: [UnsafeMutablePointer<pthread_mutex_t>]

  init(readers: Int) {
    mutexes = (0..<readers).map { _ in
      // Two cache lines apart, as the marks.
      let mutex = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128).bindMemory(to: pthread_mutex_t.self, capacity: 1)
      pthread_mutex_init(mutex, nil)
      return mutex
    }
  }

  deinit {
    for mutex in mutexes {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }

  @inline(__always)
  func enter(_ reader: Int, _ turn: UInt) { pthread_mutex_lock(mutexes[reader]) }

  @inline(__always)
  func leave(_ reader: Int, _ turn: UInt) { pthread_mutex_unlock(mutexes[reader]) }

  func awaitReaders() {
    for mutex in mutexes {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
  }
}

#if os(Linux)
  /// A mark that is stored as any other word: the writer has the system order the memory of all threads, with an expedited `membarrier`.
  final class BarrierLock: ReaderLock {
    static let title = "a mark, the writer asks the system for a barrier"
    private let marks: Marks

    init(readers: Int) {
      marks = Marks(readers)
      _ = Self.call?(Self.number, 1 << 4, 0, 0)
    }

    deinit { marks.free() }

    /// Whether the system has the call.
    static let isThere = call.map { $0(number, 0, 0, 0) & (1 << 3) != 0 } ?? false

    @inline(__always)
    func enter(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store(0x1000 | turn & 7, ordering: .relaxed) }

    @inline(__always)
    func leave(_ reader: Int, _ turn: UInt) { marks.word(reader).pointee.store((turn &+ 1) & 7, ordering: .releasing) }

    func awaitReaders() {
      _ = Self.call?(Self.number, 1 << 3, 0, 0)
      marks.awaitAll { $0 > 7 }
    }

    #if arch(x86_64)
      private static let number = 324
    #else
      private static let number = 283
    #endif

    /// `syscall`, which Swift does not import because it takes any number of arguments.
    private static let call: (@convention(c) (Int, Int, Int, Int) -> Int)? = dlsym(nil, "syscall").map {
      unsafeBitCast($0, to: (@convention(c) (Int, Int, Int, Int) -> Int).self)  // what the symbol does with arguments that are words
    }
  }
#endif

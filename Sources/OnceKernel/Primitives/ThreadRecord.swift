#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// What the kernel knows of the calling thread: what it reads, its number, and the synchronous code of builds that runs on it.
///
/// A record belongs to one thread at a time. When that thread ends, the record is kept for another one; none is ever freed, as writers look at all.
@usableFromInline
package struct ThreadRecord: ~Copyable {
  /// Which table the thread reads. Written by its own thread only.
  @usableFromInline let mark = ReaderMark()
  /// The thread's place in the order in which threads came. Guard: written when a thread takes the record; touched by its own thread only.
  @usableFromInline package fileprivate(set) var number: UInt
  /// The lowest address of this thread's stack; 0 when the platform does not say.
  ///
  /// Guard: written when a thread takes the record; touched by its own thread only.
  @usableFromInline package fileprivate(set) var stackFloor: UInt
  /// The build whose synchronous factory runs on this thread, innermost. Guard: touched by its own thread only.
  @usableFromInline var current: Unmanaged<Attempt>?
  /// What the container knows of the innermost run on this thread; see `CurrentBuild`. Guard: touched by its own thread only.
  @usableFromInline package var context: Unmanaged<AnyObject>?
  /// Whose code runs here with the context of the code that asked for it: a transient's, that is handed its caller's run. Nil in a run that has a
  /// context of its own. Guard: touched by its own thread only.
  @usableFromInline package var guest: Unmanaged<AnyObject>?
  /// The task that runs the innermost run's code, or none; known while there is a context. Guard: touched by its own thread only.
  @usableFromInline package var task = RunningTask.none
  /// What the runs on this thread share that are handed their caller's run, until the outermost has returned; retained. Guard: touched by its own
  /// thread only.
  @usableFromInline package var shared: Unmanaged<AnyObject>?
  /// The newest of the attempts that the thread keeps for later builds, which leads to the others; each is retained. They stay with the record when the
  /// thread ends. Guard: touched by its own thread only.
  var spare: Unmanaged<Attempt>?
  /// How many runs are nested in each other, as far as that was counted. Guard: touched by its own thread only.
  @usableFromInline var depth = 0
  #if DEBUG || Exploration
    /// See `HeldLocks`. Guard: touched by its own thread only.
    var heldLocks = 0
  #endif
  /// While no thread has the record, the next such one. Guard: the lock of `Threads.spare`.
  var nextSpare: UnsafeMutablePointer<ThreadRecord>?

  init(number: UInt, stackFloor: UInt) {
    self.number = number
    self.stackFloor = stackFloor
  }
}

/// The records of all threads, and the process-wide key under which each thread keeps its own.
@usableFromInline
package enum Threads {
  private static let counter = AtomicWord(0)

  /// The address of the newest block of records; each block begins with the address of the one before. Written with the lock of `spare` held, in
  /// the order that all threads agree on: a writer that does not see a record here is seen by the thread that gets it.
  private static let newestBlock = AtomicWord(0)

  /// The first of the records that no thread has.
  static let spare = Guarded<UnsafeMutablePointer<ThreadRecord>?>(nil)

  /// Made once. When a thread ends, the pthread library has its record given back.
  ///
  /// Another destructor may resolve after that. The thread gets a record again, which the library's next round gives back; after the last of its
  /// few rounds the record stays taken, and says for good that its thread does not read.
  @usableFromInline static let key: pthread_key_t = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      let code = pthread_key_create(&key) { Threads.giveBack($0) }
    #else
      let code = pthread_key_create(&key) { if let record = $0 { Threads.giveBack(record) } }
    #endif
    precondition(code == 0, "pthread_key_create failed with code \(code)")
    return key
  }()

  /// The record of the calling thread, given the key that the caller keeps at hand.
  @inlinable @inline(__always)
  package static func record(_ key: pthread_key_t) -> UnsafeMutablePointer<ThreadRecord> {
    #if Exploration
      if let record = exploredRecord { return record }
    #endif
    if let memory = pthread_getspecific(key) { return memory.assumingMemoryBound(to: ThreadRecord.self) }
    return makeRecord()
  }

  #if Exploration
    /// The record of the explored thread that runs, inside an exploration.
    @usableFromInline static var exploredRecord: UnsafeMutablePointer<ThreadRecord>? { Seam.current?.record }
  #endif

  #if Exploration
    /// Whether threads keep the attempts of their builds: explored ones keep none, as a schedule must not depend on those before it.
    static let keepsAttempts = false
  #else
    /// Whether threads keep the attempts of their builds.
    @inline(__always) static var keepsAttempts: Bool { true }
  #endif

  /// The record of the calling thread.
  package static var current: UnsafeMutablePointer<ThreadRecord> { record(key) }

  /// The number of the calling thread.
  package static var currentNumber: UInt { record(key).pointee.number }

  @usableFromInline @inline(never)
  static func makeRecord() -> UnsafeMutablePointer<ThreadRecord> {
    let record = spare.withLock { spare in
      let record = spare ?? addBlock()
      spare = record.pointee.nextSpare
      return record
    }
    record.pointee.number = counter.next()
    record.pointee.stackFloor = lowestStackAddress()
    let code = pthread_setspecific(key, record)
    precondition(code == 0, "pthread_setspecific failed with code \(code)")
    return record
  }

  private static func giveBack(_ memory: UnsafeMutableRawPointer) {
    let record = memory.assumingMemoryBound(to: ThreadRecord.self)
    // A thread may end in the middle of a factory, by `pthread_exit`: the next one is in none, and reads nothing.
    record.pointee.current = nil
    record.pointee.context = nil
    record.pointee.guest = nil
    record.pointee.depth = 0
    // Set, not taken: a mutating call on a field would be an access to the whole record, whose mark other threads read.
    let shared = record.pointee.shared
    record.pointee.shared = nil
    #if DEBUG || Exploration
      record.pointee.heldLocks = 0
    #endif
    record.pointee.mark.endIfInside()
    spare.withLock { spare in
      record.pointee.nextSpare = spare
      spare = record
    }
    shared?.release()  // retained when it was put there
  }

  // MARK: All records

  /// How far records are apart: two cache lines, because x86 fetches lines in pairs.
  private static let distance = 128
  /// How many records a block has, which is a kilobyte together with the address of the block before.
  static let blockCount = 7

  /// Makes a block of records that no thread has, and answers the first, which leads to the others. The caller holds the lock of `spare`.
  static func addBlock() -> UnsafeMutablePointer<ThreadRecord> {
    let block = UnsafeMutableRawPointer.allocate(byteCount: (1 + blockCount) * distance, alignment: distance)
    block.storeBytes(of: newestBlock.loadAcquiring(), as: UInt.self)
    var first: UnsafeMutablePointer<ThreadRecord>?
    for index in 0..<blockCount {
      let record = Self.record(index, in: block)
      record.initialize(to: ThreadRecord(number: 0, stackFloor: 0))
      record.pointee.nextSpare = first
      first = record
    }
    newestBlock.storeSequentiallyConsistent(UInt(bitPattern: block))
    return first.unsafelyUnwrapped  // a block has records
  }

  private static func record(_ index: Int, in block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ThreadRecord> {
    (block + (1 + index) * distance).assumingMemoryBound(to: ThreadRecord.self)
  }

  /// Calls `body` with the record of each thread that there is, and of some that are no more.
  static func forEachRecord(_ body: (UnsafeMutablePointer<ThreadRecord>) -> Void) {
    #if Exploration
      if let scheduler = Seam.current { return scheduler.records.forEach(body) }
    #endif
    var next = newestBlock.loadSequentiallyConsistent()
    while let block = UnsafeMutableRawPointer(bitPattern: next) {
      for index in 0..<blockCount { body(record(index, in: block)) }
      next = block.load(as: UInt.self)
    }
  }

  // MARK: What the system knows of a thread

  /// Whether the calling thread is the program's first, which runs what is bound to the main thread.
  package static var isMain: Bool {
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      // On Linux the first thread's number is the process's.
      return getThreadNumber.map { $0() == getpid() } ?? isNamedAsProcess
    #endif
  }

  #if !canImport(Darwin)
    /// Whether the calling thread is the program's first, by the name that Linux gives it: "PROCESS/task/THREAD".
    package static var isNamedAsProcess: Bool {
      var name = [CChar](repeating: 0, count: 64)
      let length = max(0, readlink("/proc/thread-self", &name, name.count))
      let numbers = name.prefix(length).split(separator: CChar(bitPattern: UInt8(ascii: "/")))
      return numbers.count == 3 && numbers[0] == numbers[2]
    }
  #endif

  #if !canImport(Darwin)
    /// `gettid`, a GNU function that the Glibc module leaves out; nil where the libc lacks it.
    private static let getThreadNumber: (@convention(c) () -> pid_t)? = dlsym(nil, "gettid").map {
      unsafeBitCast($0, to: (@convention(c) () -> pid_t).self)  // the symbol's documented C signature
    }

    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, a GNU function that the Glibc module leaves out; nil where the libc lacks it.
    private static let getAttributes: GetAttributes? = {
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return nil }
      return unsafeBitCast(symbol, to: GetAttributes.self)  // the symbol's documented C signature
    }()
  #endif

  private static func lowestStackAddress() -> UInt {
    #if canImport(Darwin)
      let thread = pthread_self()
      return UInt(bitPattern: pthread_get_stackaddr_np(thread)) &- UInt(pthread_get_stacksize_np(thread))
    #else
      var attributes = pthread_attr_t()
      guard let getAttributes, getAttributes(pthread_self(), &attributes) == 0 else { return 0 }
      defer { pthread_attr_destroy(&attributes) }
      var base: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &base, &size) == 0 else { return 0 }
      return UInt(bitPattern: base)
    #endif
  }
}

/// How much stack the calling thread has left.
@usableFromInline
package enum Stack {
  /// What a factory, its error and the frames between may need: below this a nested build is refused.
  @inlinable package static var margin: UInt { 128 << 10 }

  /// True when less than `margin` is left. On a stack that is not the thread's own (a coroutine's) the answer is false.
  @inlinable @inline(__always)
  package static func isNearlyExhausted(_ record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    var probe: UInt8 = 0
    let here = withUnsafeMutablePointer(to: &probe) { UInt(bitPattern: $0) }
    return here &- record.pointee.stackFloor < margin
  }

  /// True when less than `margin` is left, for callers that do not have the record at hand.
  package static var isNearlyExhausted: Bool { isNearlyExhausted(Threads.record(Threads.key)) }
}

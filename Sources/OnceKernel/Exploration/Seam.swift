#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Where the kernel's primitives ask whether a scheduler decides what happens next.
  ///
  /// Exists only in builds with the `Exploration` trait, and there only the one thread that explores is answered: every other thread, and every
  /// object that was made outside the exploration, gets the real primitives.
  package enum Seam {
    /// The scheduler of the exploration under way.
    // unsafe: touched by the exploring thread only.
    nonisolated(unsafe) private static var installed: (any Scheduler)?
    // unsafe: written by the exploring thread only; no other thread finds itself in it.
    nonisolated(unsafe) private static var thread: pthread_t?
    /// The number of the execution under way; identities of other executions are not answered.
    // unsafe: written by the exploring thread; others only compare with identities, which are then of no execution.
    nonisolated(unsafe) private static var execution: UInt64 = 0

    /// Lets `scheduler` run what the calling thread does from here on.
    package static func install(_ scheduler: any Scheduler, execution number: UInt64) {
      thread = pthread_self()
      execution = number
      installed = scheduler
    }

    /// The calling thread is on its own again.
    package static func uninstall() {
      installed = nil
      thread = nil
      execution = 0
    }

    /// The scheduler that the calling thread runs under.
    package static var current: (any Scheduler)? {
      // First, as another thread must not touch the reference, which may go at any time.
      guard let thread, pthread_equal(pthread_self(), thread) != 0 else { return nil }
      return installed
    }

    /// The scheduler that knows this identity: an atomic or a variable made in the execution under way.
    static func scheduler(of identity: UInt64) -> (any Scheduler)? {
      identity != 0 && identity >> 32 == execution ? current : nil
    }

    /// An identity for something made just now; 0 outside explorations.
    static func identity(_ make: (any Scheduler) -> UInt64) -> UInt64 {
      guard execution != 0, let current else { return 0 }
      return make(current)
    }
  }

  /// What decides, in the place of the machine, which thread goes on and which value a load sees.
  package protocol Scheduler: AnyObject {
    func atomicMade(_ value: UInt) -> UInt64
    func atomicFreed(_ identity: UInt64)
    func load(_ identity: UInt64, _ ordering: ExploredOrdering, _ site: Site) -> UInt
    func store(_ identity: UInt64, _ value: UInt, _ ordering: ExploredOrdering, _ site: Site)
    /// Reads a value other than `value`, once there is one that is newer.
    func awaitChange(_ identity: UInt64, of value: UInt, _ site: Site)
    /// Reads the newest value and stores what `change` makes of it, in one step.
    func modify(_ identity: UInt64, _ ordering: ExploredOrdering, _ site: Site, _ change: (UInt) -> UInt) -> UInt
    /// An object went into an atomic reference: its memory stays until the execution is over, so that a reader that comes too late is found.
    func keep(_ object: AnyObject)
    /// An object was found in an atomic reference, and is about to be used.
    func found(_ object: AnyObject)
    /// As `keep`, for plain memory that is freed now.
    func keepMemory(_ memory: UnsafeMutableRawPointer)

    func lockMade(_ address: UnsafeRawPointer)
    func lock(_ address: UnsafeRawPointer, _ site: Site)
    func unlock(_ address: UnsafeRawPointer)

    func parkerMade() -> UInt64
    func park(_ identity: UInt64, _ site: Site)
    func wake(_ identity: UInt64, _ site: Site)

    func variableMade() -> UInt64
    func read(_ identity: UInt64)
    func write(_ identity: UInt64)

    /// A number for a word that is an address, the same in every execution that comes to it the same way.
    func ordinal(of word: UInt) -> UInt

    /// The record of the explored thread that runs.
    var record: UnsafeMutablePointer<ThreadRecord> { get }
    /// The records of the explored threads.
    var records: [UnsafeMutablePointer<ThreadRecord>] { get }
  }

  /// How an atomic access is ordered.
  package enum ExploredOrdering {
    case relaxed, acquiring, releasing, acquiringAndReleasing, total
  }

  /// Where in the source an operation stands.
  package struct Site {
    package let operation: StaticString
    package let file: StaticString
    package let line: UInt

    package init(_ operation: StaticString, _ file: StaticString, _ line: UInt) {
      self.operation = operation
      self.file = file
      self.line = line
    }
  }

  extension UInt {
    /// As in other builds, but for words that are addresses: where two of them meet in a table must not differ between executions.
    @usableFromInline
    package var spread: UInt { (Seam.current?.ordinal(of: self) ?? self) &* .goldenRatio }
  }

  extension ThreadRecord {
    /// A record for a thread that exists in an exploration only. Made in the execution that it is for, which then knows of its mark.
    package static func explored(number: UInt) -> UnsafeMutablePointer<ThreadRecord> {
      let record = UnsafeMutablePointer<ThreadRecord>.allocate(capacity: 1)
      record.initialize(to: ThreadRecord(number: number, stackFloor: 0))
      return record
    }
  }
#endif

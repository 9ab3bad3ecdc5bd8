#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// What the kernel knows of the calling thread: its number, and the synchronous code of builds that runs on it.
///
/// Threads are numbered in turn, so that two threads share a stripe only when there are more threads than stripes.
@usableFromInline
package struct ThreadRecord {
  /// Counts threads; its value modulo the number of stripes picks a stripe.
  @usableFromInline package let number: UInt
  /// The lowest address of this thread's stack; 0 when the platform does not say.
  @usableFromInline package let stackFloor: UInt
  /// The build whose synchronous factory runs on this thread, innermost. Guard: touched by its own thread only.
  @usableFromInline var current: Unmanaged<Attempt>?
  /// What the layer above knows of the innermost run on this thread; see `CurrentBuild`. Guard: touched by its own thread only.
  @usableFromInline package var context: Unmanaged<AnyObject>?
  /// How many runs are nested in each other, as far as that was counted. Guard: touched by its own thread only.
  @usableFromInline var depth: Int
}

/// The process-wide key under which each thread keeps its record.
@usableFromInline
package enum Threads {
  private static let counter = AtomicWord(0)

  /// Made once; the pthread library frees a record when its thread ends.
  @usableFromInline static let key: pthread_key_t = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      let code = pthread_key_create(&key) { $0.deallocate() }
    #else
      let code = pthread_key_create(&key) { $0?.deallocate() }
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
    return makeRecord(key)
  }

  #if Exploration
    /// The record of the explored thread that runs, inside an exploration.
    @usableFromInline static var exploredRecord: UnsafeMutablePointer<ThreadRecord>? { Seam.current?.record }
  #endif

  /// The record of the calling thread.
  package static var current: UnsafeMutablePointer<ThreadRecord> { record(key) }

  /// The number of the calling thread.
  package static var currentNumber: UInt { record(key).pointee.number }

  /// Gives the processor to others for some fifty microseconds, for who waits for threads that were put off.
  static func sleepBriefly() {
    usleep(50)
  }

  @usableFromInline @inline(never)
  static func makeRecord(_ key: pthread_key_t) -> UnsafeMutablePointer<ThreadRecord> {
    let record = UnsafeMutablePointer<ThreadRecord>.allocate(capacity: 1)
    record.initialize(to: ThreadRecord(number: counter.next(), stackFloor: lowestStackAddress(), current: nil, context: nil, depth: 0))
    pthread_setspecific(key, record)
    return record
  }

  #if !canImport(Darwin)
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

  /// As above, for callers that do not have the record at hand.
  package static var isNearlyExhausted: Bool { isNearlyExhausted(Threads.record(Threads.key)) }
}

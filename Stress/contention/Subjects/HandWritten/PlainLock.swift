#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The platform's plain lock: a pthread mutex, or an unfair lock on Apple platforms.
final class PlainLock: @unchecked Sendable {  // unchecked: the pointee is a platform lock, made to be shared
  #if canImport(Darwin)
    private typealias Raw = os_unfair_lock
  #else
    private typealias Raw = pthread_mutex_t
  #endif

  private let raw: UnsafeMutablePointer<Raw>  // Stable address, as the lock needs it.

  init() {
    raw = .allocate(capacity: 1)
    raw.initialize(to: Raw())
    #if !canImport(Darwin)
      pthread_mutex_init(raw, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(raw)
    #endif
    raw.deallocate()
  }

  @inline(__always)
  func withLock<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    #if canImport(Darwin)
      os_unfair_lock_lock(raw)
      defer { os_unfair_lock_unlock(raw) }
    #else
      pthread_mutex_lock(raw)
      defer { pthread_mutex_unlock(raw) }
    #endif
    return try body()
  }
}

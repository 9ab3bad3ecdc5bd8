// The symbols of Apple's C library that the package uses, with the signatures that its module gives them in Swift.

public struct os_unfair_lock {
  public init() {}
}
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}
@discardableResult public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock>) -> Bool { true }

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt
@discardableResult public func pthread_self() -> pthread_t { fatalError() }
@discardableResult public func pthread_equal(_ one: pthread_t?, _ other: pthread_t?) -> Int32 { 0 }
@discardableResult public func pthread_main_np() -> Int32 { 0 }
@discardableResult public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { fatalError() }
@discardableResult public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }
@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!, _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)!
) -> Int32 { 0 }
@discardableResult public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { 0 }

public func malloc(_ size: Int) -> UnsafeMutableRawPointer! { nil }
public func free(_ memory: UnsafeMutableRawPointer!) {}

public typealias clockid_t = UInt32
public var CLOCK_MONOTONIC: clockid_t { 6 }
public var CLOCK_MONOTONIC_RAW_APPROX: clockid_t { 5 }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { 12 }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { 16 }
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
}
@discardableResult public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { 0 }
@discardableResult public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }

public var errno: Int32 { get { 0 } set {} }
public var EINTR: Int32 { 4 }
public var STDERR_FILENO: Int32 { 2 }
public var _SC_NPROCESSORS_ONLN: Int32 { 58 }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { 0 }
@discardableResult public func isatty(_ file: Int32) -> Int32 { 0 }
@discardableResult public func sysconf(_ name: Int32) -> Int { 0 }
@discardableResult public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func sched_yield() -> Int32 { 0 }
@discardableResult public func usleep(_ microseconds: UInt32) -> Int32 { 0 }

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An object or a pointer for each thread, which it does not keep.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "pthread_key_create failed with code \(code)")
    self.key = key
  }

  var object: AnyObject? {
    // Kept by the caller of `swap(_:)`.
    pthread_getspecific(key).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// What was put there by `set(_:)`.
  var pointer: UnsafeMutableRawPointer? {
    @inline(__always) get { pthread_getspecific(key) }
  }

  func set(_ pointer: UnsafeMutableRawPointer) { pthread_setspecific(key, pointer) }

  /// Puts an object in the place of the last one, and answers that. The caller keeps it.
  func swap(_ new: AnyObject?) -> AnyObject? {
    let old = object
    pthread_setspecific(key, new.map { Unmanaged.passUnretained($0).toOpaque() })  // the caller keeps it
    return old
  }
}

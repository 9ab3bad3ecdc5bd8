import Dispatch
import OnceKernel

/// Where the main actor runs.
enum MainThread {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True on the main queue too when that is not served by the main thread, as in an asynchronous program on Linux.
  static var isCurrent: Bool {
    if let isOnMainActor = ExploredProgram.isOnMainActor { return isOnMainActor() }
    return Threads.isMain || DispatchQueue.getSpecific(key: mark) == true
  }
}

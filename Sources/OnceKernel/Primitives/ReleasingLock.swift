/// A lock that takes with it what goes under it: what a step takes out of `Kept` fields is released when the lock is free.
///
/// The last reference to an object runs its `deinit`, which may be a user's, and may enter the container.
package final class ReleasingLock: @unchecked Sendable {  // unchecked: `taken` is touched under the lock only
  let lock = Lock()
  /// What the step under way has taken out. Guard: `lock`.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own
  private var taken = Taken()

  package init() {}

  /// Runs `body` with the lock held, and then releases what that took out; `body` must be bounded and must not call out.
  @inline(__always)
  package func withLock<Result>(_ body: () -> Result, _ file: StaticString = #fileID, _ line: UInt = #line) -> Result {
    #if Exploration
      lock.lock(file, line)
    #else
      lock.lock()
    #endif
    let result = body()
    if Mutant.releasesUnderLock.isActive { taken = Taken() }
    let taken = taken.take()
    lock.unlock()
    withExtendedLifetime(taken) {}
    return result
  }

  /// Keeps what a step takes out until the lock is free. Guard: the caller holds it.
  @inline(__always)
  func keep(_ item: Taken.Item) { taken.add(item) }

  /// Keeps an object until the lock is free. Guard: the caller holds it.
  @inline(__always)
  package func keep(_ object: AnyObject) { taken.add(object) }
}

/// What a step took out. Most take out few things, for which it needs no memory.
struct Taken {
  enum Item {
    case object(AnyObject)
    case error(any Error)
    case task(Task<Void, Never>)
  }

  // Two objects are what the end of most builds takes out.
  private var first: AnyObject?
  private var second: AnyObject?
  private var third: Item?
  private var further: [Item] = []
  private var isEmpty = true

  @inline(__always)
  mutating func add(_ object: AnyObject) {
    isEmpty = false
    if first == nil {
      first = object
    } else if second == nil {
      second = object
    } else {
      addFurther(.object(object))
    }
  }

  @inline(__always)
  mutating func add(_ item: Item) {
    if case .object(let object) = item {
      add(object)
    } else {
      isEmpty = false
      addFurther(item)
    }
  }

  @inline(never)
  private mutating func addFurther(_ item: Item) {
    if third == nil { third = item } else { further.append(item) }
  }

  /// All of it; nil if there is nothing.
  @inline(__always)
  mutating func take() -> Taken? {
    if isEmpty { return nil }
    defer { self = Taken() }
    return self
  }
}

/// What a field under a `ReleasingLock` may hold.
protocol Keepable {
  /// What is kept until the lock is free, when it is taken out.
  var kept: Taken.Item? { get }
}

extension Keepable where Self: AnyObject {
  var kept: Taken.Item? { .object(self) }
}

extension Optional: Keepable where Wrapped: Keepable {
  var kept: Taken.Item? { self?.kept }
}

extension Task<Void, Never>: Keepable {
  var kept: Taken.Item? { .task(self) }
}

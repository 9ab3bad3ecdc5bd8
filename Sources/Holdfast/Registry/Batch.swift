import OnceKernel

/// Collects registrations that a container applies together. All threads see all of them at the same moment, or none.
///
/// ```swift
/// let container = try Container { batch in
///   batch.register(Clock.self) { _ in Clock() }
///   batch.register((any Store).self) { r in try DiskStore(clock: r.resolve()) }
/// }
/// ```
public final class Batch: Registrar, Sendable {
  private let collected = Guarded<[Registration]>([])

  init() {}

  /// What `fill` puts into it.
  convenience init<Failure: Error>(_ fill: (Batch) throws(Failure) -> Void) throws(Failure) {
    self.init()
    try fill(self)
  }

  /// Adds one registration to the batch. Call `register` and similar functions instead; they call this one.
  @_documentation(visibility: internal)
  public func add(_ registration: Registration) {
    collected.withLock { $0.append(registration) }
  }

  /// What was collected, in order.
  var registrations: [Registration] { collected.withLock { $0 } }

  /// What was collected, in order, for who does not let go of the batch itself: it keeps nothing alive any more.
  func taken() -> [Registration] {
    collected.withLock { collected in
      defer { collected = [] }
      return collected
    }
  }
}

/// Builds an object for a key; `Resolving` is what a factory resolves its own dependencies with.
package typealias StressFactory = @Sendable (_ dependencies: any StressResolving) throws -> Tracked

/// What a factory of a workload receives: the way to its dependencies.
package protocol StressResolving {
  func resolve(_ key: Int) throws -> Tracked
}

/// A container under test, reduced to calls on a few keys, which are small numbers. All may be called from every thread and task.
package protocol Subject<Object>: Sendable {
  /// What its factories build.
  associatedtype Object: AnyObject & Sendable

  /// Forgets the registration of a key; answers whether there was one, nil if the container does not say.
  @discardableResult
  func unregister(_ key: Int) throws(SubjectFailure) -> Bool?
  /// Drops the cached instance of a key; answers whether it is registered, nil if the container does not say.
  @discardableResult
  func reset(_ key: Int) throws(SubjectFailure) -> Bool?
  /// Drops every cached instance, as one step.
  func resetAll() throws(SubjectFailure)
  /// Ends all registering.
  func seal()
  /// Resolves on a thread, which may block.
  func resolve(_ key: Int) throws(SubjectFailure) -> Object
}

/// A container under test, reduced to the calls that workloads need.
///
/// Registering a key that is already registered replaces it. `HoldfastSubject` is the container this package is about; `FakeContainer` is a slow,
/// simple one that can be told to misbehave, which shows that the invariants can fail. To run the workloads on another container, adopt this
/// protocol and hand it to `Runner`.
package protocol StressSubject: Subject where Object == Tracked {
  /// One instance, built at the first resolve.
  func registerSingleton(_ key: Int, _ factory: @escaping StressFactory) throws
  /// A new instance for each resolve.
  func registerTransient(_ key: Int, _ factory: @escaping StressFactory) throws
  /// One instance, for as long as code outside the container holds it.
  func registerWeak(_ key: Int, _ factory: @escaping StressFactory) throws
  /// An instance that lives elsewhere and is only remembered.
  func registerWeakInstance(_ key: Int, _ instance: Tracked) throws

  /// Resolves in a task, which must not block on anything asynchronous.
  func resolveInTask(_ key: Int) async throws(SubjectFailure) -> Tracked

  /// What the container says about itself; printed when a run stalls.
  var report: String { get }

  /// Told once a run has stalled and its report is made: whatever only pretends to hang may end. Containers need not do anything.
  func abandon()
}

extension StressSubject {
  package func abandon() {}
}

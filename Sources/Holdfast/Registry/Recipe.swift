import OnceKernel

/// A registration that knows how to make its values.
@usableFromInline
class Recipe<Value>: Registration, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  @usableFromInline typealias Make = @Sendable (Resolution) throws -> Value

  @usableFromInline let make: Make

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, make: @escaping Make) {
    self.make = make
    super.init(key, lifetime, site)
  }

  /// True when the factory runs in a task of its own.
  var isAsynchronous: Bool { false }

  override var extendedBy: AnyKey? { AnyKey(Extended<Value>.self) }

  override func makeCell(isPlain: Bool) -> OnceCell {
    switch lifetime {
    case .singleton: OnceCell(.shared, subject: self)
    case .transient where isPlain && !isAsynchronous: OnceCell(.perCall, subject: self)
    case .transient, .weak, .scoped, .cached, .graph: OnceCell(.guarded, subject: self)
    }
  }

  /// Wraps what the factory made in what the cell keeps.
  func box(_ value: Value) -> AnyObject { Box(value) }

  /// The value in what `held(_:)` answered.
  ///
  /// In two steps, so that the generic code on the way of a first resolve needs no `Value?`, whose metadata it would look up each time.
  func value(in held: AnyObject) -> Value {
    // The cell belongs to this recipe, which only ever boxes with `box(_:)`.
    unsafeDowncast(held, to: Box<Value>.self).value
  }

  /// What the cell keeps, as a value; nil when the object it watched is gone.
  final func unbox(_ instance: AnyObject) -> Value? {
    held(instance).map { value(in: $0) }
  }

  override func unboxErased(_ instance: AnyObject) -> Any? {
    unbox(instance)
  }

  /// True when the factory itself suspends, so that no thread can run it in passing.
  var isTaskBound: Bool { false }

  override var isResolvable: Bool { true }

  override var isNode: Bool { true }

  override var runsAsynchronously: Bool { isAsynchronous }

  override func resolveErased(_ cell: OnceCell, in core: Core, for requester: Requester) throws(ResolutionError) -> Any {
    try core.produce(self, cell, for: requester)
  }

  override func warmUp(_ cell: OnceCell, in core: Core) async throws(ResolutionError) {
    _ = try await core.produce(self, cell, for: .nobody)
  }

  override func disposes(_ instance: AnyObject) -> Bool {
    unbox(instance) is any Disposable
  }

  override func dispose(_ instance: AnyObject) async throws {
    if let disposable = unbox(instance) as? any Disposable { try await disposable.dispose() }
  }
}

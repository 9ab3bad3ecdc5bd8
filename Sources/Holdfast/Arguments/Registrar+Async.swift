// Where a scope is named, one form serves factories with arguments and without: what a parameter pack costs to unpack is nothing beside a task. Where
// none is, each has its own, so that the compiler tries no pack for the closure of a registration without. Disfavored, so that a trailing closure is a
// synchronous factory.

// MARK: Asynchronous factories, with any number of run-time arguments

extension Registrar {
  /// Registers an asynchronous factory whose value all callers share.
  ///
  /// ```swift
  /// try container.register(Pool.self, dispose: { try await $0.close() }, async: { r in try await Pool.connect() })
  ///   .register(Profile.self, taking: UserID.self, async: { r, id in try await Profile(id, client: r.resolve()) })
  /// ```
  ///
  /// The factory runs once, in a task of its own; with run-time arguments, once for each distinct argument. The task does not inherit the
  /// task-local values of the first caller. If all callers that wait are cancelled, the container cancels the task. A synchronous resolve throws
  /// `.asyncOnly` until the value is built. After that it is as fast as any other.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    return try adding(Recipe(AnyKey(T.self, named: name), scope.lifetime, site, .async { try await factory(sent($0)) }, dispose: dispose))
  }

  /// Registers an asynchronous factory with run-time arguments. All callers share one value for each distinct argument.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, First: Hashable & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution, First, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(async: factory),
      caching: .values(of: first, repeat each others, capacity: capacity),
      dispose: dispose)
  }

  /// Registers an asynchronous factory that makes a new value for each resolve, in the caller's task.
  @discardableResult
  @_disfavoredOverload
  public func register<T, each A>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .transient, RegistrationSite(fileID, line), .unpacked(async: factory), caching: nil)
  }

  /// Registers an asynchronous factory whose value an object graph shares.
  @discardableResult
  @_disfavoredOverload
  public func register<T, each A: Hashable & SendableMetatype>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .graph, RegistrationSite(fileID, line), .unpacked(async: factory), caching: .values(of: repeat (each A).self))
  }

  /// Registers an asynchronous factory whose object callers share as long as one of them holds it.
  @discardableResult
  @_disfavoredOverload
  public func register<T: AnyObject & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, capacity: Int? = nil,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, .weak, RegistrationSite(fileID, line), .unpacked(async: factory),
      caching: .values(of: repeat (each A).self, capacity: capacity))
  }

  /// Registers an asynchronous factory whose value is shared although its type is not `Sendable`.
  @discardableResult
  @_disfavoredOverload
  public func register<T, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: UncheckedScope, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking arguments: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    async factory: @escaping @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(async: factory),
      caching: .values(of: repeat (each A).self, capacity: capacity),
      dispose: dispose)
  }
}

// MARK: Factories of a global actor

extension Registrar {
  /// Registers a factory that runs on a global actor, which its closure names. All callers share the value.
  ///
  /// ```swift
  /// try container.register(Library.self, isolated: { @StorageActor r in Library() })
  /// ```
  ///
  /// Resolve it with `await`. Once the value is built, synchronous calls work too.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    isolated factory: @escaping @isolated(any) @Sendable (_ resolver: Resolution) async throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    return try adding(Recipe(AnyKey(T.self, named: name), scope.lifetime, site, .async { try await factory(sent($0)) }, dispose: dispose))
  }

  /// Registers a factory of a global actor with run-time arguments. All callers share one value for each distinct argument.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, First: Hashable & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    isolated factory: @escaping @isolated(any) @Sendable (_ resolver: Resolution, First, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(isolated: factory),
      caching: .values(of: first, repeat each others, capacity: capacity),
      dispose: dispose)
  }

  /// Registers a factory that runs on a global actor, which its closure names, and makes a new value for each resolve.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, each A: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    isolated factory: @escaping @isolated(any) @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .transient, RegistrationSite(fileID, line), .unpacked(isolated: factory), caching: nil)
  }

  /// Registers a factory that runs on a global actor, which its closure names. An object graph shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    isolated factory: @escaping @isolated(any) @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .graph, RegistrationSite(fileID, line), .unpacked(isolated: factory), caching: .values(of: repeat (each A).self))
  }

  /// Registers a factory that runs on a global actor, which its closure names. Callers share the object as long as one of them holds it.
  @discardableResult
  @_disfavoredOverload
  public func register<T: AnyObject & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, capacity: Int? = nil,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    isolated factory: @escaping @isolated(any) @Sendable (_ resolver: Resolution, repeat each A) async throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, .weak, RegistrationSite(fileID, line), .unpacked(isolated: factory),
      caching: .values(of: repeat (each A).self, capacity: capacity))
  }
}

// MARK: Factories of the main actor

extension Registrar {
  /// Registers a factory that runs on the main actor. All callers share the value.
  ///
  /// ```swift
  /// try container.register(MainWindow.self, mainActor: { r in try MainWindow(title: r.resolve()) })
  /// ```
  ///
  /// You can resolve it synchronously on the main actor, and with `await` everywhere. A synchronous resolve elsewhere throws `.mainActorOnly`
  /// until the value is built.
  @discardableResult
  public func register<T: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton,
    dispose: (@Sendable (T) async throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    return try adding(Recipe(AnyKey(T.self, named: name), scope.lifetime, site, .mainActor(factory), dispose: dispose))
  }

  /// Registers a main-actor factory with run-time arguments. All callers share one value for each distinct argument.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, First: Hashable & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution, First, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .unpacked(mainActor: factory),
      caching: .values(of: first, repeat each others, capacity: capacity),
      dispose: dispose)
  }

  /// Registers a main-actor factory that makes a new value for each resolve, such as a view model or a view controller.
  ///
  /// ```swift
  /// try container.register(DetailsModel.self, scope: .transient, taking: User.self, mainActor: { r, user in DetailsModel(user) })
  /// ```
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, each A: Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .transient, RegistrationSite(fileID, line), .unpacked(mainActor: factory), caching: nil)
  }

  /// Registers a factory that runs on the main actor. An object graph shares the value.
  @discardableResult
  @_disfavoredOverload
  public func register<T: Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(type, name, .graph, RegistrationSite(fileID, line), .unpacked(mainActor: factory), caching: .values(of: repeat (each A).self))
  }

  /// Registers a factory that runs on the main actor. Callers share the object as long as one of them holds it.
  @discardableResult
  @_disfavoredOverload
  public func register<T: AnyObject & Sendable, each A: Hashable & Sendable>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: WeakScope, capacity: Int? = nil,
    taking arguments: repeat (each A).Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActor factory: @escaping @MainActor @Sendable (_ resolver: Resolution, repeat each A) throws -> T
  ) throws(Failure) -> Self {
    try add(
      type, name, .weak, RegistrationSite(fileID, line), .unpacked(mainActor: factory),
      caching: .values(of: repeat (each A).self, capacity: capacity))
  }
}

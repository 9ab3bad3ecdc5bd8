// Initializers of which some parameters are given at resolve, and the others are found by their types.

extension Registrar {
  /// Registers an initializer some of whose parameters are given at resolve, and the others found by their types; the value belongs to its caller.
  ///
  /// ```swift
  /// // init(store: any Store, user: User)
  /// try container.register(Details.self, scope: .transient, taking: User.self, wiring: Details.init)
  /// let details = try container.resolve(Details.self, with: user)
  /// ```
  ///
  /// A parameter of an argument's type gets the argument, wherever it stands; of several arguments of one type the first goes to the first such
  /// parameter. All others are dependencies, as with `register(_:wiring:)`. An argument that no parameter takes is an error when it is resolved.
  @discardableResult
  public func register<T, First, each A, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let parameters = AssistedParameters<repeat each D>(taking: first, repeat each others)
    return try add(
      type, name, .transient, RegistrationSite(fileID, line), .assisted(parameters, initializer, taking: first, repeat each others),
      caching: nil, dependencies: parameters.dependencies)
  }

  /// The same for what an object graph shares: one for each distinct value of the arguments.
  @discardableResult
  public func register<T, First: Hashable & SendableMetatype, each A: Hashable & SendableMetatype, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let parameters = AssistedParameters<repeat each D>(taking: first, repeat each others)
    return try add(
      type, name, .graph, RegistrationSite(fileID, line), .assisted(parameters, initializer, taking: first, repeat each others),
      caching: .values(of: first, repeat each others),
      dependencies: parameters.dependencies)
  }

  /// The same for what all callers share: one for each distinct value of the arguments.
  @discardableResult
  public func register<T: Sendable, First: Hashable & Sendable, each A: Hashable & Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let parameters = AssistedParameters<repeat each D>(taking: first, repeat each others)
    return try add(
      type, name, scope.lifetime, RegistrationSite(fileID, line), .assisted(parameters, initializer, taking: first, repeat each others),
      caching: .values(of: first, repeat each others, capacity: capacity),
      dispose: dispose, dependencies: parameters.dependencies)
  }

  /// The same for an initializer of the main actor: a view model that is made for its caller.
  ///
  /// ```swift
  /// try container.register(DetailsModel.self, scope: .transient, taking: User.self, mainActorWiring: DetailsModel.init)
  /// ```
  @discardableResult
  public func register<T: Sendable, First: Sendable, each A: Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    mainActorWiring initializer: @escaping @MainActor @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let parameters = AssistedParameters<repeat each D>(taking: first, repeat each others)
    return try add(
      type, name, .transient, RegistrationSite(fileID, line),
      .assisted(parameters, mainActor: initializer, taking: first, repeat each others), caching: nil, dependencies: parameters.dependencies)
  }
}

/// Which parameters of an initializer are given at resolve, decided once, at registration.
private struct AssistedParameters<each D>: Sendable {
  let slots: (repeat AssistedSlot<each D>)
  /// What the others need.
  let dependencies: [DeclaredDependency]
  /// Types of arguments that no parameter takes.
  private let unused: [String]

  init<each A>(taking arguments: repeat (each A).Type) {
    var types: [Any.Type?] = []
    repeat types.append((each A).self)
    func slot<P>(of _: P.Type) -> AssistedSlot<P> {
      guard let index = types.firstIndex(where: { $0 == P.self }) else { return .found(Slot(P.self)) }
      types[index] = nil
      return .given(index)
    }
    slots = (repeat slot(of: (each D).self))
    var needs: [DeclaredDependency?] = []
    repeat needs.append((each slots).dependency)
    dependencies = needs.compactMap(\.self)
    unused = types.compactMap { $0.map { "\(AnyKey($0))" } }
  }

  /// Throws if an argument would be lost.
  func check(_ key: @autoclosure () -> AnyKey) throws {
    if let argument = unused.first { throw ResolutionError.unusedArgument(key(), argument) }
  }
}

extension ArgumentRecipe.Way {
  fileprivate static func assisted<each A, each D>(
    _ parameters: AssistedParameters<repeat each D>, _ initializer: @escaping @Sendable (repeat each D) throws -> Value,
    taking arguments: repeat (each A).Type
  ) -> Self where Arguments == (repeat each A) {
    .sync { resolver, arguments in
      try parameters.check(AnyKey(Value.self, named: nil, madeFrom: Arguments.self))
      var given: [Any] = []
      repeat given.append(each arguments)
      return try initializer(repeat (each parameters.slots).value(resolver, given))
    }
  }

  fileprivate static func assisted<each A, each D>(
    _ parameters: AssistedParameters<repeat each D>, mainActor initializer: @escaping @MainActor @Sendable (repeat each D) throws -> Value,
    taking arguments: repeat (each A).Type
  ) -> Self where Arguments == (repeat each A) {
    .mainActor { resolver, arguments in
      try parameters.check(AnyKey(Value.self, named: nil, madeFrom: Arguments.self))
      var given: [Any] = []
      repeat given.append(each arguments)
      return try initializer(repeat (each parameters.slots).value(resolver, given))
    }
  }
}

/// Where a parameter's value comes from.
private enum AssistedSlot<Value>: Sendable {
  case given(Int)
  case found(Slot)

  var dependency: DeclaredDependency? {
    if case .found(let slot) = self { slot.dependency } else { nil }
  }

  func value(_ resolver: Resolution, _ given: [Any]) throws -> Value {
    switch self {
    // The types were compared when it was registered.
    case .given(let index): given[index] as! Value
    case .found(let slot): try slot.value(resolver)
    }
  }
}

// Initializers of which some parameters are given at resolve, and the others are found by their types.

extension Registrar {
  /// Registers an initializer that takes run-time arguments and dependencies. Each resolve makes a new value.
  ///
  /// ```swift
  /// // init(store: any Store, user: User)
  /// try container.register(Details.self, scope: .transient, taking: User.self, wiring: Details.init)
  /// let details = try container.resolve(Details.self, with: user)
  /// ```
  ///
  /// A parameter that has the type of an argument gets the argument, in any position. If several arguments have one type, they keep their order.
  /// The container resolves the other parameters by their types, as with `register(_:wiring:)`. If no parameter takes an argument, resolving
  /// throws `.forgottenArguments`.
  @discardableResult
  public func register<T, First, each A, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: TransientScope, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    let parameters = AssistedParameters<repeat each D>(T.self, name, site, taking: first, repeat each others)
    return try add(
      type, name, .transient, site, .assisted(parameters, initializer, taking: first, repeat each others),
      caching: nil, dependencies: parameters.dependencies)
  }

  /// Registers an initializer that takes run-time arguments and dependencies. An object graph shares one value for each distinct argument.
  @discardableResult
  public func register<T, First: Hashable & SendableMetatype, each A: Hashable & SendableMetatype, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: GraphScope, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    let parameters = AssistedParameters<repeat each D>(T.self, name, site, taking: first, repeat each others)
    return try add(
      type, name, .graph, site, .assisted(parameters, initializer, taking: first, repeat each others),
      caching: .values(of: first, repeat each others),
      dependencies: parameters.dependencies)
  }

  /// Registers an initializer that takes run-time arguments and dependencies. All callers share one value for each distinct argument.
  @discardableResult
  public func register<T: Sendable, First: Hashable & Sendable, each A: Hashable & Sendable, each D>(
    _ type: T.Type = T.self, named name: Name? = nil, scope: SharedScope = .singleton, capacity: Int? = nil,
    dispose: (@Sendable (T) async throws -> Void)? = nil, taking first: First.Type, _ others: repeat (each A).Type,
    fileID: StaticString = #fileID, line: UInt32 = #line, wiring initializer: @escaping @Sendable (repeat each D) throws -> T
  ) throws(Failure) -> Self {
    let site = RegistrationSite(fileID, line)
    let parameters = AssistedParameters<repeat each D>(T.self, name, site, taking: first, repeat each others)
    return try add(
      type, name, scope.lifetime, site, .assisted(parameters, initializer, taking: first, repeat each others),
      caching: .values(of: first, repeat each others, capacity: capacity),
      dispose: dispose, dependencies: parameters.dependencies)
  }

  /// Registers a main-actor initializer that takes run-time arguments and dependencies, such as that of a view model.
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
    let site = RegistrationSite(fileID, line)
    let parameters = AssistedParameters<repeat each D>(T.self, name, site, taking: first, repeat each others)
    return try add(
      type, name, .transient, site,
      .assisted(parameters, mainActor: initializer, taking: first, repeat each others), caching: nil, dependencies: parameters.dependencies)
  }
}

/// Which parameters of an initializer are given at resolve, decided once, at registration.
private struct AssistedParameters<each D>: Sendable {
  let slots: (repeat AssistedSlot<each D>)
  /// What the others need.
  let dependencies: [Dependency]
  /// What each resolve throws, if an argument would be lost.
  private let mistake: ResolutionError?

  /// - Parameters:
  ///   - type: what the initializer makes.
  ///   - name: the name it is registered with, if there is one.
  ///   - site: where it is registered.
  init<T, each A>(_ type: T.Type, _ name: Name?, _ site: RegistrationSite, taking arguments: repeat (each A).Type) {
    let key = AnyKey(T.self, named: name, taking: repeat each arguments)
    var types: [Any.Type?] = []
    repeat types.append((each A).self)
    func slot<P>(of _: P.Type) -> AssistedSlot<P> {
      guard let index = types.firstIndex(where: { $0 == P.self }) else { return .found(Slot(Key<P>(), of: key)) }
      types[index] = nil
      return .given(index)
    }
    slots = (repeat slot(of: (each D).self))
    var needs: [Dependency?] = []
    repeat needs.append((each slots).dependency)
    dependencies = needs.compactMap(\.self)
    mistake = types.lazy.compactMap(\.self).first.map { argument in
      .unusedArgument(key, AnyKey(argument), site: site)
    }
  }

  /// Throws if an argument would be lost.
  func check() throws {
    if let mistake { throw mistake }
  }
}

extension ArgumentRecipe.Way {
  fileprivate static func assisted<each A, each D>(
    _ parameters: AssistedParameters<repeat each D>, _ initializer: @escaping @Sendable (repeat each D) throws -> Value,
    taking arguments: repeat (each A).Type
  ) -> Self where Arguments == ArgumentPack<repeat each A> {
    .sync { resolver, arguments in
      try parameters.check()
      var given: [Any] = []
      repeat given.append(each arguments.values)
      return try initializer(repeat (each parameters.slots).value(resolver, given))
    }
  }

  fileprivate static func assisted<each A, each D>(
    _ parameters: AssistedParameters<repeat each D>, mainActor initializer: @escaping @MainActor @Sendable (repeat each D) throws -> Value,
    taking arguments: repeat (each A).Type
  ) -> Self where Arguments == ArgumentPack<repeat each A> {
    .mainActor { resolver, arguments in
      try parameters.check()
      var given: [Any] = []
      repeat given.append(each arguments.values)
      return try initializer(repeat (each parameters.slots).value(resolver, given))
    }
  }
}

/// Where a parameter's value comes from.
private enum AssistedSlot<Value>: Sendable {
  case given(Int)
  case found(Slot)

  var dependency: Dependency? {
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

/// Which parameters of an initializer are given at resolve, decided once, at registration.
struct AssistedParameters<each D>: Sendable {
  let slots: (repeat AssistedSlot<each D>)
  /// What the others need.
  let dependencies: [Dependency]
  /// What each resolve throws, if an argument would be lost.
  private let mistake: ResolutionError?

  /// - Parameters:
  ///   - type: what the initializer makes.
  ///   - name: the name it is registered with, if there is one.
  ///   - site: where it is registered.
  init<T, each A>(_ type: T.Type, _ name: Name?, _ site: SourceSite, taking arguments: repeat (each A).Type) {
    let key = AnyKey(T.self, named: name, taking: repeat each arguments)
    var types: [Any.Type?] = []
    repeat types.append((each A).self)
    func slot<P>(of _: P.Type) -> AssistedSlot<P> {
      guard let index = types.firstIndex(where: { $0 == P.self }) else { return .found(ParameterSource(Key<P>(), of: key)) }
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

extension ArgumentRecipe.Method {
  static func assisted<each A, each D>(
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

  static func assisted<each A, each D>(
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

extension ArgumentRecipe.Method where Value: Sendable {
  static func assisted<each A, each D: Sendable>(
    _ parameters: AssistedParameters<repeat each D>, async initializer: @escaping @Sendable (repeat each D) async throws -> Value,
    taking arguments: repeat (each A).Type
  ) -> Self where Arguments == ArgumentPack<repeat each A> {
    .async { resolver, arguments in
      try parameters.check()
      var given: [Any] = []
      repeat given.append(each arguments.values)
      return try await initializer(repeat (each parameters.slots).value(inTaskOf: resolver, given))
    }
  }
}

/// Where a parameter's value comes from.
enum AssistedSlot<Value>: Sendable {
  case given(Int)
  case found(ParameterSource)

  var dependency: Dependency? {
    if case .found(let slot) = self { slot.dependency } else { nil }
  }

  func value(_ resolver: FactoryResolver, _ given: [Any]) throws -> Value {
    switch self {
    // The types were compared when it was registered.
    case .given(let index): given[index] as! Value
    case .found(let slot): try slot.value(resolver)
    }
  }

  /// The parameter's value, in a task: waits for asynchronous values.
  nonisolated(nonsending) func value(inTaskOf resolver: FactoryResolver, _ given: [Any]) async throws -> Value {
    switch self {
    case .given(let index): given[index] as! Value  // the types were compared when it was registered
    case .found(let slot): try await slot.value(resolver)
    }
  }
}

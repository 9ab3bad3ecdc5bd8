// Initializers whose parameters the container resolves by their types.

extension Making {
  /// An initializer whose parameters the container resolves by these keys, one for each parameter.
  ///
  /// ```swift
  /// try container.register(Mirror.self, .wired(Mirror.init, keys: Key(named: "primary"), Key(named: "replica")))
  /// ```
  ///
  /// - `initializer`: an initializer or any other function.
  /// - `keys`: the keys of its parameters, in their order.
  public static func wired<each D>(
    _ initializer: @escaping @Sendable (repeat each D) throws -> Value, keys: repeat Key<each D>
  ) -> Making<Value> {
    Making<Value>(.wired(initializer, keys: repeat each keys))
  }

  /// An initializer. The container resolves its parameters by their types and knows them before it builds anything.
  ///
  /// ```swift
  /// try container.register(Checkout.self, .wired(Checkout.init))
  ///   .register((any Store).self, .wired { @Sendable (clock: Clock) in DiskStore(clock, "store") })
  /// ```
  ///
  /// A parameter may also be a `Provider`, a `Lazy`, a `Factory`, an optional (nil if it is not registered), or an array (all registrations of the
  /// element's type). A parameter of type `any Resolver` gets the container's resolver. If a parameter needs a name, pass `keys`, one for each
  /// parameter. See `validate()`.
  ///
  /// - `initializer`: an initializer or any other function. It runs on the thread or in the task that resolves.
  public static func wired<each D>(_ initializer: @escaping @Sendable (repeat each D) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer, keys: repeat Key<each D>()))
  }

  /// An initializer that takes run-time arguments and dependencies.
  ///
  /// ```swift
  /// // init(store: any Store, user: User)
  /// try container.register(Details.self, scope: .transient, .wired(Details.init, taking: User.self))
  /// let details = try container.resolve(Details.self, with: user)
  /// ```
  ///
  /// A parameter that has the type of an argument gets the argument, in any position. If several arguments have one type, they keep their order.
  /// The container resolves the other parameters by their types. If no parameter takes an argument, resolving throws `.forgottenArguments`.
  ///
  /// - `initializer`: an initializer or any other function.
  /// - `arguments`: the types of what is given at each resolve. They are part of the key.
  public static func wired<each D>(
    _ initializer: @escaping @Sendable (repeat each D) throws -> Value, taking arguments: repeat (each Argument).Type
  ) -> Self {
    Self {
      let parameters = AssistedParameters<repeat each D>(Value.self, $0.name, $0.site, taking: repeat each arguments)
      let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .assisted(
        parameters, initializer, taking: repeat each arguments)
      return $0.registration(of: method, dispose: $1, needs: parameters.dependencies)
    }
  }
}

extension Making where Value: Sendable {
  /// An asynchronous initializer, which runs in a task of its own. The container resolves its parameters by their types.
  ///
  /// ```swift
  /// try container.register(Session.self, .asyncWired(Session.init))
  ///   .register(Profile.self, .asyncWired(Profile.init, taking: UserID.self))
  /// ```
  ///
  /// - `initializer`: an initializer or any other function. Parameters that are made asynchronously are waited for.
  /// - `arguments`: the types of what is given at each resolve, if anything is. They are part of the key.
  public static func asyncWired<each D: Sendable>(
    _ initializer: @escaping @Sendable (repeat each D) async throws -> Value, taking arguments: repeat (each Argument).Type
  ) -> Self {
    if takesNothing { return Self(.asyncWired(initializer)) }
    return Self {
      let parameters = AssistedParameters<repeat each D>(Value.self, $0.name, $0.site, taking: repeat each arguments)
      let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .assisted(
        parameters, async: initializer, taking: repeat each arguments)
      return $0.registration(of: method, dispose: $1, needs: parameters.dependencies)
    }
  }
}

extension Making where Value: Sendable, repeat each Argument: Sendable {
  /// An initializer of the main actor, such as that of a view model. The container resolves its parameters by their types.
  ///
  /// ```swift
  /// try container.register(MainWindow.self, .mainActorWired(MainWindow.init))
  ///   .register(DetailsModel.self, scope: .transient, .mainActorWired(DetailsModel.init, taking: User.self))
  /// ```
  ///
  /// - `initializer`: an initializer or any other function of the main actor.
  /// - `arguments`: the types of what is given at each resolve, if anything is. They are part of the key.
  public static func mainActorWired<each D>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws -> Value, taking arguments: repeat (each Argument).Type
  ) -> Self {
    if takesNothing { return Self(.mainActorWired(initializer)) }
    return Self {
      let parameters = AssistedParameters<repeat each D>(Value.self, $0.name, $0.site, taking: repeat each arguments)
      let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .assisted(
        parameters, mainActor: initializer, taking: repeat each arguments)
      return $0.registration(of: method, dispose: $1, needs: parameters.dependencies)
    }
  }
}

// Without arguments. Not of `Making`, as the closures would have its pack in them.
extension MakingMethod {
  fileprivate static func wired<each D>(
    _ initializer: @escaping @Sendable (repeat each D) throws -> Value, keys: repeat Key<each D>
  ) -> Self {
    .of {
      let slots = Slots(repeat each keys, of: AnyKey(Value.self, named: $0.name))
      let make: Recipe<Value>.Make = { r in
        var slots = slots
        return try initializer(repeat slots.value(of: (each D).self, r))
      }
      return $0.registration(sync: make, dispose: $1, needs: slots.needs)
    }
  }

  fileprivate static func asyncWired<each D: Sendable>(_ initializer: @escaping @Sendable (repeat each D) async throws -> Value) -> Self {
    .of {
      let slots = Slots(repeat Key<each D>(), of: AnyKey(Value.self, named: $0.name))
      let make: Recipe<Value>.MakeInTask = { r in
        var slots = slots
        return try await initializer(repeat slots.value(of: (each D).self, inTaskOf: r))
      }
      return $0.registration(async: make, dispose: $1, needs: slots.needs)
    }
  }

  fileprivate static func mainActorWired<each D>(_ initializer: @escaping @MainActor @Sendable (repeat each D) throws -> Value) -> Self {
    .of {
      let slots = Slots(repeat Key<each D>(), of: AnyKey(Value.self, named: $0.name))
      let make: Recipe<Value>.MakeOnMain = { r in
        var slots = slots
        return try initializer(repeat slots.value(of: (each D).self, r))
      }
      return $0.registration(mainActor: make, dispose: $1, needs: slots.needs)
    }
  }
}

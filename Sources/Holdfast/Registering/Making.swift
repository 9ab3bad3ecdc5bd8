/// How a value is made: by a factory, asynchronous or of an actor, with run-time arguments, or by an initializer that is wired.
///
/// ```swift
/// batch
///   .register(Pool.self, .async { _ in try await Pool.connect() })
///   .register(Page.self, scope: .transient, .factory(taking: User.self) { r, user in try Page(user: user, store: r.resolve()) })
///   .register(Checkout.self, .wired(Checkout.init))
/// ```
///
/// It is a value: it can be a constant, be the result of a condition, or be registered under several names.
public struct Making<Value, each Argument>: Sendable {
  private let method: MakingMethod<Value>

  init(_ method: MakingMethod<Value>) { self.method = method }

  init(_ registration: @escaping MakingMethod<Value>.Registering) { method = .of(registration) }

  /// `Arguments` are the pack of those of `Self`: generic code that does not know that does not take it apart.
  @usableFromInline
  init<Arguments>(packed make: @escaping @Sendable (_ resolver: FactoryResolver, _ arguments: Arguments) throws -> Value) {
    self.init { $0.registration(of: make, dispose: $1) }
  }

  /// What is registered.
  consuming func registration(_ particulars: borrowing Particulars, dispose: Recipe<Value>.Dispose? = nil) -> Registration {
    switch method {
    case .sync(let make): particulars.registration(sync: make, dispose: dispose)
    case .async(let make): particulars.registration(async: make, dispose: dispose)
    case .mainActor(let make): particulars.registration(mainActor: make, dispose: dispose)
    case .of(let make): make(particulars, dispose)
    }
  }
}

/// What a `Making` keeps: a closure, whatever it makes, so that no type is made of it at run time.
enum MakingMethod<Value>: Sendable {
  typealias Registering = @Sendable (borrowing Particulars, Recipe<Value>.Dispose?) -> Registration

  // Of what takes no arguments and is not wired: kept as it is, where a closure around it would be one more object.
  case sync(Recipe<Value>.Make)
  case async(Recipe<Value>.MakeInTask)
  case mainActor(Recipe<Value>.MakeOnMain)
  /// Of what depends on the particulars of its registration, or on arguments.
  case of(Registering)
}

/// What a registration says besides how its values are made and disposed of.
// Not of the value's type, as the runtime would look such a type up for each registration.
struct Particulars {
  let name: Name?
  let site: SourceSite
  let lifetime: LifetimeKind
  let comparing: Comparing?

  init(_ name: Name?, _ site: SourceSite, _ lifetime: LifetimeKind, _ comparing: Comparing?) {
    self.name = name
    self.site = site
    self.lifetime = lifetime
    self.comparing = comparing
  }

  /// Of what is made from arguments; a plain one, if they are none.
  borrowing func registration<Value, Arguments>(
    of method: ArgumentRecipe<Value, Arguments>.Method, dispose: Recipe<Value>.Dispose? = nil, needs dependencies: [Dependency]? = nil
  ) -> Registration {
    if Arguments.self == NoArguments.self {
      // `Arguments` is the type just compared.
      let method = method.with(unsafeBitCast(NoArguments(), to: Arguments.self))
      return RecentTypes.recipe(of: Value.self).init(
        AnyKey(Value.self, named: name), lifetime, site, method, dispose: dispose, dependencies: dependencies)
    }
    // It compares such arguments: those of the lifetime are those of the making.
    return RecentTypes.recipe(of: Value.self, from: Arguments.self).init(
      AnyKey(Value.self, named: name, madeFrom: Arguments.self), lifetime, site, method, comparing: comparing, dispose: dispose,
      dependencies: dependencies)
  }

  /// Of what a synchronous factory makes from arguments; a plain one, if they are none.
  borrowing func registration<Value, Arguments>(
    of make: @escaping ArgumentRecipe<Value, Arguments>.Make, dispose: Recipe<Value>.Dispose?, needs dependencies: [Dependency]? = nil
  ) -> Registration {
    if Arguments.self == NoArguments.self {
      return registration(of: .sync(make) as ArgumentRecipe<Value, Arguments>.Method, dispose: dispose, needs: dependencies)
    }
    return RecentTypes.recipe(of: Value.self, from: Arguments.self).init(
      AnyKey(Value.self, named: name, madeFrom: Arguments.self), lifetime, site, sync: make, comparing: comparing, dispose: dispose,
      dependencies: dependencies)
  }

  // Of what is made from nothing but the container.

  borrowing func registration<Value>(
    sync make: @escaping Recipe<Value>.Make, dispose: Recipe<Value>.Dispose?, needs dependencies: [Dependency]? = nil
  ) -> Registration {
    RecentTypes.recipe(of: Value.self).init(
      AnyKey(Value.self, named: name), lifetime, site, sync: make, dispose: dispose, dependencies: dependencies)
  }

  borrowing func registration<Value>(
    async make: @escaping Recipe<Value>.MakeInTask, dispose: Recipe<Value>.Dispose?, needs dependencies: [Dependency]? = nil
  ) -> Registration {
    RecentTypes.recipe(of: Value.self).init(
      AnyKey(Value.self, named: name), lifetime, site, async: make, dispose: dispose, dependencies: dependencies)
  }

  borrowing func registration<Value>(
    mainActor make: @escaping Recipe<Value>.MakeOnMain, dispose: Recipe<Value>.Dispose?, needs dependencies: [Dependency]? = nil
  ) -> Registration {
    RecentTypes.recipe(of: Value.self).init(
      AnyKey(Value.self, named: name), lifetime, site, mainActor: make, dispose: dispose, dependencies: dependencies)
  }
}

// MARK: Factories

extension Making {
  /// A factory that runs on the thread or in the task that resolves.
  ///
  /// ```swift
  /// try container.register(UserDetails.self, scope: .transient, .factory(taking: User.self) { r, user in
  ///   try UserDetails(photos: r.resolve(), user: user)
  /// })
  /// let details = try container.resolve(UserDetails.self, with: user)
  /// ```
  ///
  /// - `arguments`: the types of what is given at each resolve. They are part of the key.
  /// - `make`: makes a value of what it resolves and the arguments.
  // Inlinable, so that the arguments are unpacked by code that knows their types. But not inlined: inlined into a generic function, the closure keeps
  // the types of its arguments where the compiler (6.3) put them, on the stack of that function.
  @inlinable @inline(never)
  public static func factory(
    taking arguments: repeat (each Argument).Type,
    by make: @escaping @Sendable (_ resolver: FactoryResolver, repeat each Argument) throws -> Value
  ) -> Self {
    Self(packed: { (resolver: FactoryResolver, arguments: ArgumentPack<repeat each Argument>) throws -> Value in
      try make(resolver, repeat each arguments.values)
    })
  }

  /// An asynchronous factory.
  ///
  /// ```swift
  /// try container.register(Pool.self, .async { r in try await Pool.connect() })
  ///   .register(Profile.self, .async(taking: UserID.self) { r, id in try await Profile(id, client: r.resolve()) })
  /// ```
  ///
  /// It runs in a task of its own, which does not inherit the task-local values of the first caller; that of a transient runs in its caller's task.
  /// If all callers that wait are cancelled, the container cancels the task. A synchronous resolve throws `.asyncOnly` until the value is built.
  /// After that it is as fast as any other.
  ///
  /// - `arguments`: the types of what is given at each resolve. They are part of the key.
  /// - `make`: makes a value of what it resolves and the arguments.
  @_disfavoredOverload  // without arguments the form below is meant
  public static func async(
    taking arguments: repeat (each Argument).Type,
    by make: @escaping @Sendable (_ resolver: FactoryResolver, repeat each Argument) async throws -> Value
  ) -> Self {
    let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .unpacked(async: make)
    return Self { $0.registration(of: method, dispose: $1) }
  }
}

extension Making {
  /// An asynchronous factory without arguments: what a parameter pack costs to unpack, this does not.
  @_documentation(visibility: internal)
  public static func async(by make: @escaping @Sendable (_ resolver: FactoryResolver) async throws -> Value) -> Making<Value> {
    Making<Value>(.async { try await make(sent($0)) })
  }
}

extension Making where Value: Sendable {
  /// A factory of the main actor without arguments: what a parameter pack costs to unpack, this does not.
  @_documentation(visibility: internal)
  public static func mainActor(by make: @escaping @MainActor @Sendable (_ resolver: FactoryResolver) throws -> Value) -> Making<Value> {
    Making<Value>(.mainActor(make))
  }
}

extension Making where Value: Sendable, repeat each Argument: Sendable {
  /// A factory that runs on the main actor.
  ///
  /// ```swift
  /// try container.register(MainWindow.self, .mainActor { r in try MainWindow(title: r.resolve()) })
  ///   .register(DetailsModel.self, scope: .transient, .mainActor(taking: User.self) { r, user in DetailsModel(user) })
  /// ```
  ///
  /// You can resolve it synchronously on the main actor, and with `await` everywhere. A synchronous resolve elsewhere throws `.mainActorOnly`
  /// until the value is built.
  ///
  /// - `arguments`: the types of what is given at each resolve. They are part of the key.
  /// - `make`: makes a value of what it resolves and the arguments.
  @_disfavoredOverload  // without arguments the form above is meant
  public static func mainActor(
    taking arguments: repeat (each Argument).Type,
    by make: @escaping @MainActor @Sendable (_ resolver: FactoryResolver, repeat each Argument) throws -> Value
  ) -> Self {
    let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .unpacked(mainActor: make)
    return Self { $0.registration(of: method, dispose: $1) }
  }

  /// A factory that runs on a global actor, which its closure names.
  ///
  /// ```swift
  /// try container.register(Library.self, .isolated { @StorageActor r in Library() })
  /// ```
  ///
  /// Resolve it with `await`. Once the value is built, synchronous calls work too.
  ///
  /// - `arguments`: the types of what is given at each resolve. They are part of the key.
  /// - `make`: makes a value of what it resolves and the arguments.
  public static func isolated(
    taking arguments: repeat (each Argument).Type,
    by make: @escaping @isolated(any) @Sendable (_ resolver: FactoryResolver, repeat each Argument) async throws -> Value
  ) -> Self {
    if takesNothing { return Self(.async { try await make(sent($0), repeat each none()) }) }
    let method: ArgumentRecipe<Value, ArgumentPack<repeat each Argument>>.Method = .unpacked(isolated: make)
    return Self { $0.registration(of: method, dispose: $1) }
  }
}

// What takes no arguments needs no recipe that takes some, whose types the runtime would look up.

extension Making {
  static var takesNothing: Bool {
    for _ in repeat (each Argument).self { return false }
    return true
  }

  /// The arguments, where there are none.
  private static func none() -> (repeat each Argument) {
    unsafeBitCast((), to: (repeat each Argument).self)  // asked for only where that is the type
  }
}

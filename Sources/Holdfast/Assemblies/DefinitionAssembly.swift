/// An assembly whose objects are computed properties, or functions of run-time arguments: the property's name is the key.
///
/// ```swift
/// struct AppAssembly: DefinitionAssembly {
///   let definitions: Definitions
///
///   var store: Store { get throws { try define(scope: .singleton) { Store() } } }
///   var list: FriendList {
///     get throws { try define { FriendList() } configure: { $0.store = try store; $0.details = try details(for: $0.first) } }
///   }
///   func details(for user: User) throws -> Details { try define(with: user) { Details(user) } }
/// }
///
/// let list = try container.assembly(AppAssembly.self).list
/// ```
///
/// The compiler checks the call: no string, no missing registration. An object is in the graph as soon as it is made, so that `configure` may
/// close circles. Everything asked for while one outermost property is read belongs to one graph, other assemblies included.
///
/// An assembly belongs to who asked the container for it: it is not `Sendable`, and is injected as `resolver.assembly(AppAssembly.self)`.
public protocol DefinitionAssembly {
  /// Where the definitions get their objects; stored as it was given.
  var definitions: Definitions { get }

  /// Makes the assembly around a container's definitions; called by `assembly(_:)`, and there is no need to call it yourself.
  init(definitions: Definitions)
}

extension DefinitionAssembly {
  /// Another assembly, whose objects join the same graph.
  public func assembly<Other: DefinitionAssembly>(_ type: Other.Type = Other.self) -> Other {
    Other(definitions: definitions)
  }

  /// The resolver of the container, for what is registered rather than defined; what it resolves joins the same graph.
  public var resolver: Resolution { definitions.resolution }

  /// Defines an object of a graph, or one that is made at each request.
  ///
  /// `key` tells two definitions of one type apart; by default it is the property's or function's name. `make` makes the object; its properties
  /// are best set in `configure`, which runs when the object is in the graph.
  ///
  /// - Throws: `.forgottenArguments` in a function with parameters, unless an object is made at each request: the definition has to pass them on
  ///   (`with:`), or the first caller's object would be every caller's. With a `key` of your own you say that it is.
  public func define<T>(
    scope: some UnsharedScope = .graph, key: String = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ make: () throws -> T, configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    try definitions.object(Self.self, key, scope.lifetime, RegistrationSite(fileID, line), make, configure)
  }

  /// Defines an object that all callers share: once for the container.
  public func define<T: Sendable>(
    scope: SharedScope, key: String = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ make: () throws -> T, configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    try definitions.object(Self.self, key, scope.lifetime, RegistrationSite(fileID, line), make, configure)
  }

  /// Defines an object made from run-time arguments: one in each graph for each distinct value of them, or one at each request.
  public func define<T, each A: Hashable & SendableMetatype>(
    with arguments: repeat each A, scope: some UnsharedScope = .graph, key: String = #function,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws -> T, configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    if let value: T = try definitions.overridden(Self.self, key, with: (repeat each arguments)) { return value }
    let arguments = ArgumentValues(repeat each arguments)
    return try definitions.object(Self.self, key, arguments, scope.lifetime, RegistrationSite(fileID, line), make, configure)
  }

  /// Defines an object made from run-time arguments that all callers share: one for each distinct value of them.
  public func define<T: Sendable, each A: Hashable & Sendable>(
    with arguments: repeat each A, scope: SharedScope, key: String = #function,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws -> T, configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    if let value: T = try definitions.overridden(Self.self, key, with: (repeat each arguments)) { return value }
    let arguments = ArgumentValues(repeat each arguments)
    return try definitions.object(Self.self, key, arguments, scope.lifetime, RegistrationSite(fileID, line), make, configure)
  }

  /// Injects an object that was built elsewhere; while it is configured it is in the graph, where others find it by type or key.
  public func inject<T>(
    into object: T, key: String = #function, fileID: StaticString = #fileID, line: UInt32 = #line, configure: (T) throws -> Void
  ) throws(ResolutionError) {
    try definitions.inject(object, Self.self, key, RegistrationSite(fileID, line), configure)
  }

  /// The object of this type that is in the graph already. Throws `.notInGraph` or `.ambiguous`.
  public func existing<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
    try definitions.resolution.existing(type)
  }

  /// The object of this type that is in the graph already under a key of this assembly.
  public func existing<T>(_ type: T.Type = T.self, key: String) throws(ResolutionError) -> T {
    try definitions.resolution.existing(type, named: .definition(key, of: Self.self))
  }
}

extension Name {
  /// The name under which a definition can be overridden: register the same type with this name, in a test's overrides for instance.
  ///
  /// ```swift
  /// $0.register(Store.self, named: .definition("store", of: AppAssembly.self)) { _ in FakeStore() }
  /// ```
  public static func definition(_ key: String, of assembly: any DefinitionAssembly.Type) -> Name {
    Name("\(_typeName(assembly, qualified: true)).\(key)")
  }
}

extension Container {
  /// An assembly whose objects live in this container.
  public func assembly<A: DefinitionAssembly>(_ type: A.Type = A.self) -> A {
    A(definitions: Definitions(core, .anonymous))
  }
}

extension Resolution {
  /// An assembly as a typed factory. Until this factory returns, its objects join the graph that is being resolved.
  public func assembly<A: DefinitionAssembly>(_ type: A.Type = A.self) -> A {
    A(definitions: Definitions(core, requester))
  }
}

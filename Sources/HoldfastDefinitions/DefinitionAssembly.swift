public import Holdfast

/// An assembly whose objects are computed properties, or functions of run-time arguments. The name of the property is the key.
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
/// The compiler checks each use of a property, so no registration can be missing. An object joins the graph as soon as it is made, so `configure`
/// can make objects refer to each other. All objects that are made while you read one property belong to one graph, even those of other assemblies.
///
/// Code that reads properties often keeps the assembly: it remembers where the singletons and cached objects are that it has read, so that reading one
/// again takes as long as `resolve`.
///
/// An assembly is not `Sendable`; it stays with the code that asked for it. In a factory, ask for it with `resolver.assembly(AppAssembly.self)`.
public protocol DefinitionAssembly {
  /// The source of the definitions' objects. The container passes it to the initializer.
  var definitions: Definitions { get }

  /// Makes the assembly around a container's definitions; called by `assembly(_:)`, and there is no need to call it yourself.
  init(definitions: Definitions)
}

/// The source of an assembly's objects. The container makes it and the assembly stores it.
///
/// It is not `Sendable`, because an assembly stays in one isolation domain.
public struct Definitions {
  @usableFromInline let source: DefinitionSource

  init(_ source: DefinitionSource) {
    self.source = source
  }

  /// The object of a definition that was not found at once.
  @usableFromInline @inline(never)
  func object<T>(
    of assembly: any DefinitionAssembly.Type, _ key: String, _ lifetime: Lifetime<T>, _ fileID: StaticString, _ line: UInt32,
    _ make: () throws -> T, _ configure: (T) throws -> Void
  ) throws(ResolutionError) -> T {
    try source.object(Definition(key, in: assembly, .of(key, in: assembly), fileID, line), lifetime, make, configure)
  }
}

extension DefinitionAssembly {
  /// Another assembly, whose objects join the same graph.
  public func assembly<Other: DefinitionAssembly>(_ type: Other.Type = Other.self) -> Other {
    Other(definitions: definitions)
  }

  /// A resolver for registered values. The values that it resolves join the same graph.
  public var resolver: FactoryResolver { definitions.source.resolution }

  /// Defines an object: one that a graph shares, unless `scope` says how long it lives.
  ///
  /// ```swift
  /// struct Screens: DefinitionAssembly {
  ///   let definitions: Definitions
  ///   var page: Page {
  ///     get throws { try define { Page() } configure: { $0.footer = try footer } }
  ///   }
  ///   var footer: Footer { get throws { try define { Footer() } } }
  ///   var store: any Store { get throws { try define(scope: .singleton) { DiskStore() } } }
  /// }
  /// ```
  ///
  /// - `scope`: how long the object lives, and what disposes of it.
  /// - `key`: tells two definitions of one type apart. By default it is the name of the property or function.
  /// - `make`: makes the object.
  /// - `configure`: sets the object's properties. It runs when the object is in the graph, so what it asks for may refer back to the object.
  ///
  /// - Throws: `.forgottenArguments` in a function with parameters, unless an object is made at each request: the definition has to pass them on
  ///   (`with:`), or the first caller's object would be every caller's. With a `key` of your own you say that it is.
  @inlinable
  public func define<T>(
    scope: Lifetime<T> = .graph, key: String = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
    @DefinitionBody<T> _ make: () throws -> T, configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    if let known = definitions.source.find(T.self, key, in: Self.self).take(T.self) { return known }
    return try definitions.object(of: Self.self, key, scope, fileID, line, make, configure)
  }

  /// Defines an object that is made from run-time arguments. A graph shares one for each distinct argument, unless `scope` says how long it lives.
  ///
  /// ```swift
  /// func page(_ user: UserID) throws -> Page { try define(with: user) { Page(user: user) } }
  /// func feed(_ id: FeedID) throws -> Feed { try define(with: id, scope: .singleton(capacity: 20)) { Feed(id) } }
  /// ```
  ///
  /// - `arguments`: the values that tell two objects apart. They are compared with `==`.
  /// - `scope`: how long the object lives, how many are kept, and what disposes of them.
  /// - `key`: tells two definitions of one type apart. By default it is the name of the property or function.
  /// - `make`: makes the object.
  /// - `configure`: sets the object's properties. It runs when the object is in the graph, so what it asks for may refer back to the object.
  public func define<T, each A: Hashable & SendableMetatype>(
    with arguments: repeat each A, scope: Lifetime<T, repeat each A> = .graph, key: String = #function,
    fileID: StaticString = #fileID, line: UInt32 = #line, @DefinitionBody<T> _ make: () throws -> T,
    configure: (T) throws -> Void = { _ in }
  ) throws(ResolutionError) -> T {
    try definitions.source.object(
      Definition(key, in: Self.self, .of(key, in: Self.self), fileID, line), scope, with: repeat each arguments, make: make,
      configure: configure)
  }

  /// Injects an object that was built elsewhere. Meanwhile it is in the graph, where other definitions find it by type or key.
  ///
  /// ```swift
  /// func inject(_ controller: PageController) throws {
  ///   try inject(into: controller) { $0.store = try store }
  /// }
  /// ```
  ///
  /// - `object`: the object.
  /// - `key`: tells two definitions of one type apart. By default it is the name of the property or function.
  /// - `configure`: sets the object's properties.
  public func inject<T>(
    into object: T, key: String = #function, fileID: StaticString = #fileID, line: UInt32 = #line, configure: (T) throws -> Void
  ) throws(ResolutionError) {
    try definitions.source.inject(object, Definition(key, in: Self.self, .of(key, in: Self.self), fileID, line), configure)
  }

  /// The object of this type that is already in the graph.
  ///
  /// - Throws: `.notInGraph` if there is none, `.ambiguous` if there are several.
  public func existing<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
    try resolver.existing(type)
  }

  /// The object of this type that is already in the graph under a key of this assembly.
  public func existing<T>(_ type: T.Type = T.self, key: String) throws(ResolutionError) -> T {
    try resolver.existing(type, named: .of(key, in: Self.self))
  }
}

/// Plumbing: has the type of a definition be that of its property, and not that of the object that its closure makes.
@_documentation(visibility: internal)
@resultBuilder
public enum DefinitionBody<Value> {
  @inlinable
  public static func buildExpression(_ object: Value) -> Value { object }
  @inlinable
  public static func buildBlock(_ object: Value) -> Value { object }
  @inlinable
  public static func buildEither(first object: Value) -> Value { object }
  @inlinable
  public static func buildEither(second object: Value) -> Value { object }
}

extension Name {
  /// The name under which a definition can be overridden: register the same type with this name, in a test's overrides for instance.
  ///
  /// ```swift
  /// $0.register(Store.self, named: .definition("store", of: AppAssembly.self)) { _ in FakeStore() }
  /// ```
  ///
  /// The type is that of the property or function, such as `(any Store).self`. A definition that is overridden as another type, or without its
  /// arguments, throws `.wrongType`.
  public static func definition(_ key: String, of assembly: any DefinitionAssembly.Type) -> Name {
    .overriding(definition: .of(key, in: assembly))
  }

  /// The name of a definition's objects.
  fileprivate static func of(_ key: String, in assembly: any DefinitionAssembly.Type) -> Name {
    Name("\(_typeName(assembly, qualified: true)).\(key)")
  }
}

extension Container {
  /// An assembly whose objects live in this container.
  public func assembly<A: DefinitionAssembly>(_ type: A.Type = A.self) -> A {
    A(definitions: Definitions(definitionSource))
  }
}

extension FactoryResolver {
  /// An assembly whose objects join the graph that is being resolved, until this factory returns.
  public func assembly<A: DefinitionAssembly>(_ type: A.Type = A.self) -> A {
    A(definitions: Definitions(definitionSource))
  }
}

/// A type whose stored properties are the objects of a program or of a module: one line for each, with what it needs as key paths.
///
/// ```swift
/// struct AppObjects: Composition {
///   let config = Shared { Config() }
///   let store = Shared<any Store>(\.config) { DiskStore(config: $0) }
///   let draft = New(\.store) { Draft(store: $0) }
/// }
/// let app = try Composed(AppObjects.init)
/// let store = try app.store()
/// ```
///
/// The compiler checks each need: that there is such a property, that it has the type that the closure takes, and that it can be had where the
/// closure runs. A property without a value, of the type `Need<T>`, is what the module requires. A property whose type is another composition is a
/// module of this one. A property may also have any other type.
///
/// A composition does nothing by itself: its objects are asked for after `Composed` has made a container of them.
public protocol Composition: Sendable {
  /// The stored properties by their names, of a structure whose module is compiled without reflection metadata.
  ///
  /// ```swift
  /// struct AppObjects: Composition {
  ///   let config = Shared { Config() }
  ///   let storage = StorageObjects()
  ///   static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { ["config": \.config, "storage": \.storage] }
  /// }
  /// ```
  ///
  /// With the option `-disable-reflection-metadata` the compiler leaves the names and the types of properties out of the program, so that they have
  /// to be listed: the objects, the modules and what is required. Otherwise there is nothing to write. Where the runtime does know the properties, as
  /// in tests that are compiled without the option, `Composed` refuses a list that lacks one. It is read once for each type, on any thread.
  static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { get }
}

extension Composition {
  /// None: the runtime knows them.
  @_documentation(visibility: internal)
  public static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { [:] }
}

extension Composition {
  /// An object that callers share.
  public typealias Shared<Value: Sendable> = SharedObject<Self, Value>
  /// An object that callers share and an asynchronous factory makes.
  public typealias SharedAsync<Value: Sendable> = SharedAsyncObject<Self, Value>
  /// An object that callers share and the main actor makes.
  public typealias SharedOnMain<Value: Sendable> = SharedOnMainObject<Self, Value>
  /// An object that each caller gets anew.
  public typealias New<Value> = NewObject<Self, Value>
  /// An object that each caller gets anew and an asynchronous factory makes.
  public typealias NewAsync<Value> = NewAsyncObject<Self, Value>
  /// An object that each caller gets anew and the main actor makes.
  public typealias NewOnMain<Value: Sendable> = NewOnMainObject<Self, Value>
  /// Objects that are made of a run-time argument.
  public typealias Maker<Signature: MakerSignature> = MakerObject<Self, Signature>
  /// Objects that an asynchronous factory makes of a run-time argument.
  public typealias MakerAsync<Signature: MakerSignature> = MakerAsyncObject<Self, Signature>
  /// Objects that the main actor makes of a run-time argument.
  public typealias MakerOnMain<Signature: MakerSignature> = MakerOnMainObject<Self, Signature>
  /// An object that each scope of a kind has its own of.
  public typealias Scoped<Scope: ComposedScope, Value: Sendable> = ScopedObject<Self, Scope, Value>
  /// An object that each scope of a kind has its own of and an asynchronous factory makes.
  public typealias ScopedAsync<Scope: ComposedScope, Value: Sendable> = ScopedAsyncObject<Self, Scope, Value>
  /// An object that each scope of a kind has its own of and the main actor makes.
  public typealias ScopedOnMain<Scope: ComposedScope, Value: Sendable> = ScopedOnMainObject<Self, Scope, Value>
  /// An object that each caller in a scope of a kind gets anew.
  public typealias ScopedNew<Scope: ComposedScope, Value> = ScopedNewObject<Self, Scope, Value>
  /// Objects that are made of a run-time argument in a scope of a kind.
  public typealias ScopedMaker<Scope: ComposedScope, Argument, Product> = ScopedMakerObject<Self, Scope, Argument, Product>
  /// An object that each caller in a scope of a kind gets anew and an asynchronous factory makes.
  public typealias ScopedNewAsync<Scope: ComposedScope, Value> = ScopedNewAsyncObject<Self, Scope, Value>
  /// An object that each caller in a scope of a kind gets anew and the main actor makes.
  public typealias ScopedNewOnMain<Scope: ComposedScope, Value: Sendable> = ScopedNewOnMainObject<Self, Scope, Value>
  /// Objects that an asynchronous factory makes of a run-time argument in a scope of a kind.
  public typealias ScopedMakerAsync<Scope: ComposedScope, Argument, Product> = ScopedMakerAsyncObject<Self, Scope, Argument, Product>
  /// Objects that the main actor makes of a run-time argument in a scope of a kind.
  public typealias ScopedMakerOnMain<Scope: ComposedScope, Argument: Sendable, Product: Sendable> = ScopedMakerOnMainObject<
    Self, Scope, Argument, Product
  >
  /// What is returned in the place of each new object of another property.
  public typealias Decorator = ObjectDecorator<Self>
  /// What is done to each new object of another property before other code gets it.
  public typealias Injector = ObjectInjector<Self>
  /// What opens scopes from inside, as a need.
  public typealias Scopes = ScopesObject<Self>
  /// Several objects of one type, as one need.
  public typealias Several<Element> = SeveralObjects<Self, Element>
}

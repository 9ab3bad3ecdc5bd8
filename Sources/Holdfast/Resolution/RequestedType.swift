import OnceKernel

/// What a type stands for that is asked for and need not be registered.
///
/// Decided here for every way of asking: resolving, wiring, property wrappers, references, validation and drawings.
enum RequestedType {
  /// What it wraps, or nil.
  case optional(any AnyOptional.Type)
  /// A reference that resolves later.
  case reference(any MadeReference.Type)
  /// Every registration of a type.
  case collection(any MadeCollection.Type)

  /// Nil for a type that stands for itself.
  @inline(never)  // for size: called from many places
  init?(_ type: Any.Type) {
    guard !PlainTypes.contain(type), let derived = type as? any DerivedType.Type else { return nil }
    self = derived.meaning
  }

  /// What a key of such a type leads to, one step further; nil for a reference to nothing that is registered.
  fileprivate func target(_ name: Name?) -> Dependency? {
    switch self {
    case .optional(let optional): Dependency(AnyKey(optional.wrapped, named: name), .optional)
    case .reference(let reference): reference.target(name)
    case .collection(let collection): Dependency(AnyKey(collection.member, named: name), .all)
    }
  }
}

/// Which types stand for themselves. To ask the runtime whether a type conforms takes longer than a hit.
enum PlainTypes {
  /// Addresses of such types. Types are never freed.
  private static let known = RecentWords(count: 256)

  static func contain(_ type: Any.Type) -> Bool {
    let word = Word.of(type)
    if known.contains(word) { return true }
    if type is any DerivedType.Type { return false }
    known.insert(word)
    return true
  }
}

/// A type that stands for something else where it is not registered itself.
protocol DerivedType: SendableMetatype {
  static var meaning: RequestedType { get }
}

extension AnyKey {
  /// What its type leads to where it is not registered itself: what an Optional wraps, a reference refers to, or a collection has.
  package var target: Dependency? { RequestedType(type)?.target(name) }

  /// What the members of a collection of this key's type are registered as, and in which manner they are had: of references and Optionals, if none of
  /// these are registered, what they lead to.
  package func members(_ isRegistered: (Any.Type) -> Bool) -> Dependency {
    var members = Dependency(self, .all)
    while !Mutant.collectsNoReferences.isActive, !isRegistered(members.key.type), let further = members.key.target,
      !further.kind.isOfCollection
    {
      members = Dependency(further.key, members.kind.isImmediate && !further.kind.isImmediate ? further.kind : members.kind)
    }
    return members
  }

  /// The type of an array's elements; nil for the key of anything else.
  package var elementOfArray: Any.Type? {
    guard case .collection(let collection) = RequestedType(type) else { return nil }
    func array<Element>(of element: Element.Type) -> Any.Type { [Element].self }
    let member = collection.member
    return _openExistential(member, do: array) == type ? member : nil
  }

  /// Whether it is in the collection of this name; in the one without a name is everything.
  package func isMember(ofCollection name: Name?) -> Bool {
    guard let name, !Mutant.collectionNameIgnored.isActive else { return true }
    return self.name?.isContribution(to: name) == true
  }

  /// Whether it leads to a collection of `member`, through references and Optionals or at once.
  func collects(_ member: Any.Type) -> Bool {
    guard let target else { return false }
    guard target.kind.isOfCollection else { return target.key.collects(member) }
    var next = target.key
    while next.type != member, let further = next.target, !further.kind.isOfCollection { next = further.key }
    return next.type == member
  }
}

extension Dependency {
  /// The dependency on what an Optional wraps, or this one.
  package var unwrapped: Dependency { with(key.unwrapped, kind) }
}

/// A provider, a lazy reference or a factory: `resolve(Lazy<Printer>.self)` is `lazy(Printer.self)`.
protocol MadeReference: DerivedType {
  /// What it refers to; nil for what leads to the container itself.
  static func target(_ name: Name?) -> Dependency?
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self
}

extension MadeReference {
  static var meaning: RequestedType { .reference(Self.self) }
}

extension Core {
  /// Makes what refers to something else; see `MadeReference`.
  func reference<R: MadeReference, T>(_ reference: R.Type, _ name: Name?, for requester: Requester) -> T {
    // `R` is `T` itself, opened from its metatype.
    unsafeBitCast(R.made(by: requester.resolution(in: self), name), to: T.self)
  }
}

extension Provider: MadeReference {
  static func target(_ name: Name?) -> Dependency? { Dependency(AnyKey(Value.self, named: name), .provider) }
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self { Self(resolver.core, Key(named: name), for: resolver.requester) }
}

extension Lazy: MadeReference {
  static func target(_ name: Name?) -> Dependency? { Dependency(AnyKey(Value.self, named: name), .lazy) }
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self { Self(resolver.core, Key(named: name), for: resolver.requester) }
}

extension Factory: MadeReference {
  static func target(_ name: Name?) -> Dependency? {
    Dependency(AnyKey(Value.self, named: name, taking: repeat (each Argument).self), .factory)
  }
  static func made(by resolver: FactoryResolver, _ name: Name?) -> Self { Self(resolver.core, name, for: resolver.requester) }
}

/// An array, or a dictionary by names, that is made of every registration of a type.
protocol MadeCollection: DerivedType {
  associatedtype Member
  /// Whether its members have names.
  static var hasNames: Bool { get }
  /// - Parameter names: as many as there are values, if it has names.
  init(values: [Member], names: [Name?])
  var members: [(name: Name?, value: Member)] { get }
}

extension MadeCollection {
  static var meaning: RequestedType { .collection(Self.self) }
  static var member: Any.Type { Member.self }
}

extension Array: DerivedType, MadeCollection {
  typealias Member = Element
  static var hasNames: Bool { false }
  init(values: [Element], names: [Name?]) { self = values }
  var members: [(name: Name?, value: Element)] { map { (nil, $0) } }
}

extension Dictionary: DerivedType, MadeCollection where Key == Name {
  typealias Member = Value

  static var hasNames: Bool { true }

  /// The members that have a name; of two with the same name the last one, which shadows the other.
  init(values: [Value], names: [Name?]) {
    self.init(minimumCapacity: values.count)
    for (name, value) in zip(names, values) {
      if let name, !name.isContribution { self[name] = value }
    }
  }

  var members: [(name: Name?, value: Value)] { map { ($0, $1) } }
}

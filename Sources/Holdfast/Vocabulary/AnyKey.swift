import OnceKernel

/// A key without a static type: the registered type, and the name if there is one.
///
/// ```swift
/// for key in container.keys() { print(key) }   // App.Logger, App.Store named "cache"
/// ```
public struct AnyKey: Sendable, Hashable, CustomStringConvertible {
  /// The type that the registry keeps: of a value made from run-time arguments, it names these too.
  @usableFromInline package let type: Any.Type
  /// The name, if there is one.
  public let name: Name?

  @_documentation(visibility: internal)  // replaces the form with arguments where none are given
  public init(_ type: Any.Type, named name: Name? = nil) {
    self.type = type
    self.name = name
  }

  /// The key of a type, which may be known only at run time, and a name if there is one. If its values are made from run-time arguments, name
  /// their types.
  @_disfavoredOverload  // without arguments the plain form is meant
  public init<Value, each Argument>(_ type: Value.Type, named name: Name? = nil, taking arguments: repeat (each Argument).Type) {
    // For no arguments no type is made of them, which would take longer than most of what is asked with the key.
    if Self.areNone(repeat each arguments) {
      self.init(type, named: name)
    } else {
      self.init(type, named: name, madeFrom: ArgumentPack<repeat each Argument>.self)
    }
  }

  private static func areNone<each Argument>(_ types: repeat (each Argument).Type) -> Bool {
    for _ in repeat each types { return false }
    return true
  }

  /// The key of what is made from such arguments.
  package init<Value, Arguments>(_ type: Value.Type, named name: Name?, madeFrom arguments: Arguments.Type) {
    let isNone = Mutant.voidIsNone.isActive && Arguments.self == ArgumentPack<Void>.self
    self.init(isNone ? Value.self : WithArguments<Value, Arguments>.key, named: name)
  }

  /// The word under which a table keeps this key; exact when there is no name.
  var word: UInt { Word.of(type, ifAny: name) }

  /// The type's name with its module, and the types of the arguments it is made from.
  @inline(never)  // for size: called from many places
  package var typeName: String {
    guard let taking = type as? any AnyWithArguments.Type else { return Self.spelled(type) }
    return "\(Self.spelled(taking.value)) taking \(Self.spelled(arguments: taking.arguments))"
  }

  /// Several types in parentheses, one alone: a tuple then has parentheses of its own.
  private static func spelled(arguments: Any.Type) -> String {
    guard let types = (arguments as? any AnyArgumentTypes.Type)?.types else { return spelled(arguments) }
    let list = types.map { spelled($0) }.joined(separator: ", ")
    return types.count > 1 || list.hasPrefix("(") && list.hasSuffix(")") ? "(\(list))" : list
  }

  /// The runtime names the file of a private type by an address, which tells a reader nothing, and writes `any Repository<Item>` as
  /// `any Repository<Self.Repository.Element == Item>`.
  private static func spelled(_ type: Any.Type) -> String {
    var name = _typeName(type, qualified: true)
    // Errors are made on every miss that a caller is ready for: most names have nothing to take out.
    if name.utf8.contains(UInt8(ascii: "=")) { name = withoutNamesOfAssociatedTypes(name) }
    guard name.utf8.contains(UInt8(ascii: "$")) else { return name }
    var (spelled, rest) = ("", name[...])
    while let start = rest.firstRange(of: "(unknown context at $"), let end = rest[start.upperBound...].firstRange(of: ").") {
      spelled += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return spelled + rest
  }

  private static func withoutNamesOfAssociatedTypes(_ name: String) -> String {
    var (spelled, rest) = ("", name[...])
    while let start = rest.firstRange(of: "Self."), let end = rest[start.upperBound...].firstRange(of: " == ") {
      spelled += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return spelled + rest
  }

  @inline(never)  // for size: called from many places
  public var description: String {
    let type = typeName.count > 200 ? typeName.prefix(200) + "…" : typeName[...]
    guard let name else { return String(type) }
    guard let contribution = name.contribution else { return "\(type) named \(name)" }
    let (collection, id) = (contribution.collection.map { " to \($0)" } ?? "", contribution.id.map { " as \($0)" } ?? "")
    return "\(type) (contributed\(collection)\(id))"
  }

  /// The type of the resolved value. For a key with run-time arguments it differs from `type`.
  package var valueType: Any.Type { (type as? any AnyWithArguments.Type)?.value ?? type }

  /// The pack of the run-time arguments; nil if there are none.
  var arguments: Any.Type? { (type as? any AnyWithArguments.Type)?.arguments }

  @inline(never)  // for size: called from many places
  public static func == (left: AnyKey, right: AnyKey) -> Bool {
    left.type == right.type && left.name == right.name
  }

  @inline(never)  // for size: called from many places
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))  // types are never freed
    hasher.combine(name)
  }
}

/// How a key becomes a machine word.
@usableFromInline
enum Word {
  /// A metatype's address: even, and different for every type.
  @inlinable @inline(__always)
  static func of(_ type: Any.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }

  /// Type and name mixed; odd, so that it never equals a plain type's word. Two keys may share it.
  @inlinable @inline(__always)
  static func of(_ type: Any.Type, _ name: Name) -> UInt {
    (of(type) &+ UInt(bitPattern: name.hash)) | 1
  }

  @inlinable @inline(__always)
  static func of(_ type: Any.Type, ifAny name: Name?) -> UInt {
    guard let name else { return of(type) }
    return of(type, name)
  }
}

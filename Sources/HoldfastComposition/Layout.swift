import Holdfast
import OnceKernel

/// Where the properties of a type of compositions lie, with those of the modules in it, and what they are called.
///
/// It is found once for each type: making a composition reflects nothing and joins no names.
///
/// ```
///   AppObjects    owners                properties
///   ┌─────────┐   0: AppObjects at 0    object at  0 of 0  "payments"
///   │ payments│   1: Storage at 8       object at  8 of 1  "storage.config"
///   │ storage │                         object at 16 of 1  "storage.store"
///   └─────────┘
/// ```
final class Layout: Sendable {
  /// What a stored property is.
  enum Content: Sendable {
    /// A word that refers to a `Handle`.
    case object
    /// A word that refers to an `AnyRequirement`.
    case requirement
    case given(any ComposedScope.Type)
    /// What may be a property or a module, such as an Optional or an object: its value says.
    case other(Any.Type)

    fileprivate var mayBeRequirement: Bool {
      switch self {
      case .requirement, .other: true
      case .object, .given: false
      }
    }
  }

  struct Property: Sendable {
    let content: Content
    /// From where the outermost composition begins.
    let offset: Int
    let path: Name
    /// The composition that it belongs to, by its index.
    let owner: Int
  }

  struct Owner: Sendable {
    let type: Any.Type
    let offset: Int
    /// The composition around it, by its index.
    let around: Int?
  }

  let owners: [Owner]
  let properties: [Property]
  /// A composition whose properties the runtime does not know.
  let hidden: Any.Type?
  /// The paths of what compositions list wrongly.
  let unlisted: [String]
  /// False if none of its properties is a requirement, and none has a value that may be one.
  let mayHaveRequirements: Bool

  private init(of type: any Composition.Type) {
    var search = Search()
    search.add(type, at: 0, "", around: nil)
    (owners, properties, hidden, unlisted) = (search.owners, search.properties, search.hidden, search.unlisted)
    mayHaveRequirements = properties.contains { $0.content.mayBeRequirement }
  }

  private static let known = Guarded<[ObjectIdentifier: Layout]>([:])

  /// The layout of a type. Two threads may both find it; it is the same.
  static func of(_ type: any Composition.Type) -> Layout {
    let id = ObjectIdentifier(type)
    if let layout = known.withLock({ $0[id] }) { return layout }
    let layout = Layout(of: type)
    known.withLock { $0[id] = layout }
    return layout
  }

  private struct Search {
    var owners: [Owner] = []
    var properties: [Property] = []
    var hidden: Any.Type?
    var unlisted: [String] = []

    mutating func add(_ type: any Composition.Type, at offset: Int, _ path: String, around: Int?) {
      let owner = owners.count
      owners.append(Owner(type: type, offset: offset, around: around))
      let listed = Field.listed(by: type)
      unlisted += listed.others.map { path + $0 }
      let known = Field.all(of: type)
      let fields = known.isEmpty ? listed.fields : known
      if fields.isEmpty, !Field.isEmpty(type) { hidden = type }
      var modules: [(any Composition.Type, Field)] = []
      for field in fields {
        if !listed.fields.isEmpty, field.isSurelyComposed,
          !listed.fields.contains(where: { ($0.name, $0.offset) == (field.name, field.offset) })
        {
          unlisted.append(path + field.name)
        }
        if let property = field.type as? any ComposedProperty.Type {
          add(property.content, field, at: offset, path, owner)
        } else if !(field.type is AnyClass), let module = field.type as? any Composition.Type {  // Sendable: no conformance is isolated
          modules.append((module, field))
        } else if field.mayHoldAny {
          add(.other(field.type), field, at: offset, path, owner)
        }
      }
      for (module, field) in modules { add(module, at: offset + field.offset, path + field.name + ".", around: owner) }
    }

    private mutating func add(_ content: Content, _ field: Field, at offset: Int, _ path: String, _ owner: Int) {
      properties.append(Property(content: content, offset: offset + field.offset, path: Name(path + field.name), owner: owner))
    }
  }
}

extension Field {
  /// Whether its type says that it is a property of a composition, or a module.
  fileprivate var isSurelyComposed: Bool {
    type is any ComposedProperty.Type || type is any Composition.Type  // Sendable: no conformance is isolated
  }
}

/// What a stored property of a composition is to the composer.
protocol ComposedProperty {
  static var content: Layout.Content { get }
}

// Each of these is a structure with one field, which refers to an object.

extension SharedObject: ComposedProperty { static var content: Layout.Content { .object } }
extension SharedAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension SharedOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension NewObject: ComposedProperty { static var content: Layout.Content { .object } }
extension NewAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension NewOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension MakerObject: ComposedProperty { static var content: Layout.Content { .object } }
extension MakerAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension MakerOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedNewObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedMakerObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedNewAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedNewOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedMakerAsyncObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ScopedMakerOnMainObject: ComposedProperty { static var content: Layout.Content { .object } }
extension ObjectDecorator: ComposedProperty { static var content: Layout.Content { .object } }
extension ObjectInjector: ComposedProperty { static var content: Layout.Content { .object } }
extension Need: ComposedProperty { static var content: Layout.Content { .requirement } }
extension NeedAsync: ComposedProperty { static var content: Layout.Content { .requirement } }
extension NeedOnMain: ComposedProperty { static var content: Layout.Content { .requirement } }
extension SeveralObjects: ComposedProperty { static var content: Layout.Content { .requirement } }
extension ScopesObject: ComposedProperty { static var content: Layout.Content { .requirement } }

extension Given: ComposedProperty { static var content: Layout.Content { .given(Scope.self) } }

public import Holdfast

/// Why a composition was refused. Nothing has been built, and nothing registered.
///
/// ```swift
/// do { app = try Composed(AppObjects.init) } catch let error as CompositionError { print(error) }
/// ```
///
/// The compiler finds most mistakes. These are the ones that it cannot see.
public struct CompositionError: Error, Sendable, CustomStringConvertible {
  /// One mistake.
  public struct Problem: Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
      /// The objects need each other. Each key needs the next.
      case cycle([AnyKey])
      /// It needs an object that is a property of no composition that was made, or one of a composition that is made later.
      case notComposed(AnyKey)
      /// It needs an object of a composition that is neither this one nor around it.
      case unrelated(AnyKey)
      /// It needs what lives in a scope of another kind, which is not around its own.
      case otherScope(AnyKey, scope: String)
      /// It needs a value that the container has no registration of.
      case notRegistered(AnyKey)
      /// It needs the `deferred` of a requirement that stands for no single object, but for several, or for a reference.
      case notDeferrable(AnyKey)
      /// Requirements lead to each other, and to no object.
      case requirementsInACircle(AnyKey)
      /// The key path of a requirement begins at a type that is not around the module.
      case notAround(String)
      /// The property was composed before: the value of a composition can be composed once.
      case composedTwice
      /// The container has a registration of that key already.
      case taken
      /// The runtime does not know the properties of this type, as its module was compiled without reflection metadata, and it does not list them.
      case notReflected(String)
      /// Its composition lists its properties, and not this one, or it is no stored property of a structure.
      case notListed
    }

    /// What is wrong.
    public let kind: Kind
    /// The path of the property.
    public let property: String
    /// Where the property is, if it is an object.
    public let site: SourceSite?

    public var description: String { "\(property)\(site.map { " (\($0))" } ?? ""): \(text)" }

    private var text: String {
      switch kind {
      case .cycle(let path):
        "the objects need each other: \(path.map(\.description).joined(separator: " → ")). Let one of them need the other's 'deferred'."
      case .notComposed(let key):
        "it needs \(key), which is a stored property of no composition that has been made. Make it a property, or make its composition first."
      case .unrelated(let key): "it needs \(key) of a composition that is not around this one. Make this one with Composed(inside:)."
      case .otherScope(let key, let scope): "it needs \(key), which lives in the scope \(scope), and its own scope is not inside that."
      case .notRegistered(let key):
        "it needs \(key), which the container has no registration of. Register it first, and compose in that container: Composed(App.init, in: container)."
      case .notDeferrable(let key):
        "it needs \(key) later, and what is given for that is no single object. Require its Provider, and give the 'deferred' of an object."
      case .requirementsInACircle(let key): "the requirements of \(key) lead to each other. Let one of them lead to an object."
      case .notAround(let type): "its key path begins at \(type), which is not around this module. Begin at a composition that holds it."
      case .composedTwice: "it was composed before. Make another value of the composition: Composed(App.init)."
      case .notReflected(let type):
        "the properties of \(type) cannot be found. Compile its module without the option -disable-reflection-metadata, or list them: 'properties'."
      case .notListed:
        "its composition's 'properties' does not list it as the stored property that it is. List it with its name and its key path."
      case .taken: "the container has a registration of that name already. Give the composition another name: Composed(in:named:)."
      }
    }
  }

  /// All mistakes that were found.
  public let problems: [Problem]

  init(_ problems: [Problem]) { self.problems = problems }

  public var description: String {
    problems.count == 1 ? "\(problems[0])" : problems.map { "- \($0)" }.joined(separator: "\n")
  }
}

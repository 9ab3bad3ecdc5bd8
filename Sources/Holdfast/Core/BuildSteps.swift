/// How one value is built: what makes it, and what is done to it before all callers see it.
///
/// The same for values of all types: a value is known here by what holds it, as `Registration.held(_:)` answers it.
struct BuildSteps {
  let make: (Resolution) throws -> AnyObject
  /// Runs while the object is visible to members of its own circle only.
  let inject: ((AnyObject, Resolution) throws -> Void)?
  /// True when part of it runs on the main actor.
  let needsMainActor: Bool

  init(
    make: @escaping (Resolution) throws -> AnyObject, inject: ((AnyObject, Resolution) throws -> Void)? = nil, needsMainActor: Bool = false
  ) {
    self.make = make
    self.inject = inject
    self.needsMainActor = needsMainActor
  }
}

extension Core {
  /// The recipe's factory with the decorators and the injector of its type.
  func steps(of recipe: Registration) -> BuildSteps {
    guard let ext = typeExtension(for: recipe) else {
      return BuildSteps(make: recipe.make, needsMainActor: recipe.runsOnMainActor)
    }
    return BuildSteps(
      make: { try recipe.make($0, decoratedBy: ext) }, inject: ext.hasInjector ? { try recipe.inject($0, $1, by: ext) } : nil,
      needsMainActor: recipe.runsOnMainActor || ext.needsMainActor)
  }

  /// What the decorators make of a value; when one throws, the container disposes of what the factory made, as no other code does.
  func decorate<T>(_ value: T, of recipe: Recipe<T>, by ext: TypeExtension<T>, _ resolution: Resolution) throws -> T {
    do {
      return try ext.decorate(value, resolution)
    } catch {
      // A transient is its caller's.
      if recipe.lifetime != .transient { disposeLater(recipe.box(value), of: recipe, .abandoned) }
      throw error
    }
  }
}

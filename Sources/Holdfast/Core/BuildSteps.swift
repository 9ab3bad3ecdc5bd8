/// How one value is built: what makes it, and what is done to it before all callers see it.
struct BuildSteps<Value> {
  let make: (Resolution) throws -> Value
  /// Runs while the object is visible to members of its own circle only.
  let inject: ((Value, Resolution) throws -> Void)?
  /// True when part of it runs on the main actor.
  let needsMainActor: Bool

  init(make: @escaping (Resolution) throws -> Value, inject: ((Value, Resolution) throws -> Void)? = nil, needsMainActor: Bool = false) {
    self.make = make
    self.inject = inject
    self.needsMainActor = needsMainActor
  }
}

extension Core {
  /// The recipe's factory with the decorators and the injector of its type.
  func steps<T>(of recipe: Recipe<T>) -> BuildSteps<T> {
    guard let ext = typeExtension(of: T.self, for: recipe) else {
      return BuildSteps(make: recipe.make, needsMainActor: recipe.runsOnMainActor)
    }
    return BuildSteps(
      make: { try self.decorate(recipe.make($0), of: recipe, by: ext, $0) }, inject: ext.injector == nil ? nil : { try ext.inject($0, $1) },
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

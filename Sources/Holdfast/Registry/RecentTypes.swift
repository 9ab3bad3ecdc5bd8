import OnceKernel

/// Types that the runtime made of other types lately. To ask it for one again takes longer than to make an object of it.
///
/// A place keeps the address of a type, which itself tells what it was made of. So any thread may overwrite it at any time. Types are never freed.
struct RecentTypes: ~Copyable, @unchecked Sendable {  // unchecked: the address never changes, and what is there is atomic
  private static let recipes = RecentTypes()
  private static let closures = RecentTypes()
  private static let argumentRecipes = RecentTypes()
  private static let boxes = RecentTypes()
  private static let ownedBoxes = RecentTypes()

  // What they are given is a value, which may be a subclass: they never look at it.

  /// The type of the recipes for values of a type.
  static func recipe<Value>(of _: Value.Type) -> Recipe<Value>.Type {
    let found: Registration.Type = recipes.type(of: Value.self, { $0.isRecipe(of: Value.self) }, { Recipe<Value>.self })
    return unsafeBitCast(found, to: Recipe<Value>.Type.self)  // it says itself that it is
  }

  /// The type of the closures of recipes for values of a type.
  static func closures<Value>(of _: Value.Type) -> RecipeClosures<Value>.Type {
    let found: RegistrationExtras.Type = closures.type(of: Value.self, { $0.areClosures(of: Value.self) }, { RecipeClosures<Value>.self })
    return unsafeBitCast(found, to: RecipeClosures<Value>.Type.self)  // it says itself that it is
  }

  /// The type of the recipes for values of a type that are made from arguments.
  static func recipe<Value, Arguments>(of _: Value.Type, from _: Arguments.Type) -> ArgumentRecipe<Value, Arguments>.Type {
    let found: Registration.Type = argumentRecipes.type(
      of: Value.self, { $0.isRecipe(of: Value.self, from: Arguments.self) }, { ArgumentRecipe<Value, Arguments>.self })
    return unsafeBitCast(found, to: ArgumentRecipe<Value, Arguments>.Type.self)  // it says itself that it is
  }

  /// The type of the boxes for values of a type.
  ///
  /// For every class it is that of `AnyObject`, so that the runtime makes no type for each.
  static func box<Value>(of _: Value.Type) -> Box<Value>.Type {
    if Value.self is AnyObject.Type { return unsafeBitCast(Box<AnyObject>.self, to: Box<Value>.Type.self) }  // see `AnyBox.box(_:of:)`
    let found: AnyBox.Type = boxes.type(of: Value.self, { $0.isBox(of: Value.self) }, { Box<Value>.self })
    return unsafeBitCast(found, to: Box<Value>.Type.self)  // it says itself that it is
  }

  /// The type of the boxes for values of a type that are disposed of by the table that keeps them.
  static func ownedBox<Value>(of _: Value.Type) -> OwnedBox<Value>.Type {
    if Value.self is AnyObject.Type { return unsafeBitCast(OwnedBox<AnyObject>.self, to: OwnedBox<Value>.Type.self) }  // see `AnyBox`
    let found: AnyBox.Type = ownedBoxes.type(of: Value.self, { $0.isBox(of: Value.self) }, { OwnedBox<Value>.self })
    return unsafeBitCast(found, to: OwnedBox<Value>.Type.self)  // it says itself that it is
  }

  private static var count: Int { 256 }
  /// For the rest of the process.
  private let places: UnsafeMutablePointer<AtomicWord>

  private init() {
    places = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (places + index).initialize(to: AtomicWord(0)) }
  }

  /// The type that `make` answers for `type`: a subclass of `Base`, or `Base` itself.
  ///
  /// - Parameter isMade: whether a type that was kept here was made of `type`.
  @inline(__always)
  private func type<Base: AnyObject>(of type: Any.Type, _ isMade: (Base.Type) -> Bool, _ make: () -> Base.Type) -> Base.Type {
    let place = places + Int(bitPattern: Word.of(type).spread &>> UInt(UInt.bitWidth - Self.count.trailingZeroBitCount))
    let known = place.pointee.loadAcquiring()
    if known != 0 {
      // The word was written below, from a type like this.
      let found = unsafeBitCast(known, to: Base.Type.self)
      if isMade(found) { return found }
    }
    let made = make()
    place.pointee.storeReleasing(UInt(bitPattern: ObjectIdentifier(made)))  // types are never freed
    return made
  }
}

import Holdfast
import Testing

extension Regressions {
  /// A type that is given as a value may be a subclass of the one that the compiler knows.
  @Suite("Types that are given as values")
  struct DynamicTypeRegressions {
    private class Animal: @unchecked Sendable {}  // unchecked: it has no variables
    private final class Dog: Animal, @unchecked Sendable {}  // as above

    // Registered as the type that the compiler knows, it would otherwise be found as one that it need not be.
    @Test("A value is registered and found under the type that the compiler knows, whatever type was given as a value")
    func subclassAsValue() throws {
      // The process has made recipes and boxes of the subclass.
      let known = try Container { $0.register(Dog.self) { _ in Dog() } }
      _ = try known.resolve(Dog.self)

      let (container, dog) = (Container(), Dog())
      let kind: Animal.Type = Dog.self
      try container.register(kind, instance: dog)
      try container.register(kind, named: "made") { _ in Animal() }
      #expect(try container.resolve(kind) === dog)
      #expect(try container.resolve(Animal.self) === dog)
      #expect(try container.resolve(AnyKey(Animal.self), as: Animal.self) === dog)
      #expect(container.peek(kind) === dog)
      #expect(try container.resolveAll(kind).count == 2)
      #expect(!container.contains(Dog.self))
      #expect(#expect(throws: ResolutionError.self) { try container.resolve(Dog.self, named: "made") }?.code == .notRegistered)
      // Of the key of a type as a value, what is registered of that type is found.
      #expect(try known.resolve(AnyKey(kind), as: Animal.self) is Dog)
      try container.unregister(kind)
      #expect(!container.contains(Animal.self))
    }
  }
}

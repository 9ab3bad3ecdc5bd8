import Holdfast
import Testing

extension Regressions {
  /// A type that is given as a value may be a subclass of the one that the compiler knows.
  @Suite("Types that are given as values")
  struct DynamicTypeRegressions {
    private class Animal: @unchecked Sendable {}  // unchecked: it has no variables
    private final class Dog: Animal, @unchecked Sendable {}  // as above

    @Test("an object registered under its subclass is found, whatever was registered of the subclass before")
    func subclassAsValue() throws {
      // The process has made recipes and boxes of the subclass.
      let known = try Container { $0.register(Dog.self) { _ in Dog() } }
      _ = try known.resolve(Dog.self)
      try known.register(Dog.self, named: "existing", instance: Dog())
      _ = try known.resolve(Dog.self, named: "existing")

      let (container, dog) = (Container(), Dog())
      let kind: Animal.Type = Dog.self
      try container.register(kind, instance: dog)
      #expect(try container.resolve(kind) === dog)
      #expect(try container.resolve(AnyKey(kind), as: Animal.self) === dog)
      #expect(container.peek(kind) === dog)
    }
  }
}

import Holdfast
import HoldfastCompatibility
import Testing

extension Regressions {
  /// A type that is given as a value may be a subclass of the one that the compiler knows.
  @Suite("Types that are given as values")
  struct DynamicTypeRegressions {
    private class Animal: @unchecked Sendable {}  // unchecked: it has no variables
    private final class Dog: Animal, @unchecked Sendable {}  // unchecked: it has no variables

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

    // Each way to a value has its own look-up: of a container, a scope with its lookup cache, a layer, a child, a factory, a task.
    @Test("No way to a value takes a subclass's value for one of the type that the compiler knows")
    func everyWay() async throws {
      let kind: Animal.Type = Dog.self
      let container = Container()
      try container.register(Dog.self, scope: .scoped) { _ in Dog() }
      try container.register(kind, scope: .scoped) { _ in Animal() }
      try container.register(Pair.self, scope: .transient) { r in try Pair(dog: r.resolve(Dog.self), animal: r.resolve(kind)) }
      func check(_ scope: Scope) async throws {
        // Twice: the second time by the lookup cache.
        for _ in 0..<2 {
          let (dog, animal) = (try scope.resolveNow(Dog.self), try scope.resolveNow(kind))
          #expect(!(animal is Dog))
          #expect(try scope.resolveNow(Animal.self) === animal)
          #expect(try await scope.resolve(kind) === animal)
          #expect(try await scope.provider(kind)() === animal)
          #expect(try { try scope.resolveAll(kind, includingParent: true) }().map { $0 === animal } == [true])
          let pair = try scope.resolveNow(Pair.self)
          #expect(pair.dog === dog && pair.animal === animal)
        }
      }
      try await container.withScope { try await check($0) }
      let child = Container(parent: container)
      try await child.withScope { try await check($0) }
      try await container.withOverrides({ $0.register(kind, scope: .scoped) { _ in Animal() } }) {
        try await container.withScope { try await check($0) }
      }
      container.seal()
      try await container.withScope { try await check($0) }
    }

    private struct Pair {
      let dog: Dog
      let animal: Animal
    }
  }
}

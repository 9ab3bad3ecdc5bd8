import Holdfast
import Testing

extension Faults {
  @Suite("Keys and types")
  struct KeyTests {
    private protocol Animal: Sendable {}
    private class Dog: Animal, @unchecked Sendable {}  // unchecked: no state
    private final class Puppy: Dog, @unchecked Sendable {}  // unchecked: no state

    @Test("Case 73 S: a protocol, the concrete type and a subclass are distinct keys")
    func distinct() throws {
      let container = Container()
      let (dog, puppy) = (Dog(), Puppy())
      try container.register(Dog.self, instance: dog)
      #expect(try failure { try container.resolve((any Animal).self) }.code == .notRegistered)
      #expect(try failure { try container.resolve(Puppy.self) }.code == .notRegistered)
      try container.register((any Animal).self, instance: puppy).register(Puppy.self, instance: Puppy())
      #expect(try container.resolve(Dog.self) === dog)
      #expect(try container.resolve((any Animal).self) as? Puppy === puppy)
      #expect(try container.resolve(Puppy.self) !== puppy)
      let inferred: any Animal = try container.resolve()
      #expect(inferred as? Puppy === puppy)
    }

    @Test("Case 73 S: an Optional destination means the wrapped type")
    func optional() throws {
      struct Kennel {
        var dog: Dog?
        var animal: (any Animal)?
      }
      let (container, dog) = (Container(), Dog())
      var kennel = Kennel()
      #expect(try failure { kennel.dog = try container.resolve() }.code == .notRegistered)
      try container.register(Dog.self, instance: dog)
      kennel.dog = try container.resolve()
      #expect(kennel.dog === dog)
      #expect(try failure { kennel.animal = try container.resolve() }.key == AnyKey((any Animal).self))
    }

    @Test("Case 74 S: no name is not the empty name")
    func emptyName() throws {
      let container = Container()
      try container.register(String.self, instance: "no name")
      #expect(try failure { try container.resolve(String.self, named: "") }.code == .notRegistered)
      try container.register(String.self, named: "", instance: "the empty name")
      #expect(try container.resolve(String.self) == "no name")
      #expect(try container.resolve(String.self, named: "") == "the empty name")
      try container.unregister(String.self)
      #expect(try failure { try container.resolve(String.self) }.code == .notRegistered)
      #expect(try container.resolve(String.self, named: "") == "the empty name")
    }

    /// Named as one of the library's.
    private struct CacheGroup: Sendable {}

    @Test("Case 74 S: types of the same name from two modules do not collide")
    func modules() throws {
      let container = Container()
      try container.register(Holdfast.CacheGroup.self, instance: "theirs")
      let error = try failure { try container.resolve(CacheGroup.self) }
      #expect(error.code == .notRegistered)
      #expect(error.description.contains("Holdfast.CacheGroup"))
      try container.register(CacheGroup.self, instance: CacheGroup())
      #expect(try container.resolve(Holdfast.CacheGroup.self).name == "theirs")
      #expect(container.keys().count == 2)
    }

    @Test("Case 76 S: a missing key's error names the nearest registrations")
    func nearest() throws {
      let container = Container()
      try container.register(Dog.self, named: "rex", instance: Dog())
      try container.register((any Animal).self, instance: Puppy())
      try container.register(Int.self, instance: 7)
      let error = try failure { try container.resolve(Dog.self, named: "max") }
      #expect(error.code == .notRegistered)
      #expect(error.description.contains("rex"))
      #expect(error.description.contains("KeyTests.swift"))
      #expect(!error.description.contains("Swift.Int"))
      let optional = try failure { let _: Dog? = try container.resolve() }
      #expect(optional.key == AnyKey(Dog.self))
      #expect(optional.description.contains("rex"))
    }

    @Test("Case 77 S: empty, huge and unicode-equivalent names")
    func names() throws {
      let container = Container()
      let huge = Name(String(repeating: "long ", count: 200_000))
      try container.register(Int.self, named: "", instance: 0)
      try container.register(Int.self, named: huge, instance: 1)
      try container.register(Int.self, named: "caf\u{E9}", instance: 2)
      #expect(try container.resolve(Int.self, named: "") == 0)
      #expect(try container.resolve(Int.self, named: Name(String(repeating: "long ", count: 200_000))) == 1)
      #expect(try container.resolve(Int.self, named: "cafe\u{301}") == 2)
      #expect(container.contains(Int.self, named: "cafe\u{301}"))
      let error = try failure { try container.resolve(String.self, named: huge) }
      #expect(error.description.utf8.count <= 4096)
      #expect(error.key.description.utf8.count <= 4096)
    }

    @Test("Case 77 S: error text is bounded and escaped")
    func text() throws {
      let container = Container()
      let evil = Name("a\n\u{1B}[31m\u{0}\"\\\u{202E}b")
      let error = try failure { try container.resolve(Int.self, named: evil) }
      for text in [error.description, error.message, error.key.description] {
        #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}") })
      }
      #expect(!error.message.contains("\n"))
      #expect(error.description.contains("\\u{1b}"))
      let names = (0..<50).map { Name("\($0) " + String(repeating: "x\u{7}", count: 5000)) }
      for (index, name) in names.enumerated() {
        try container.register(Int.self, named: name) { r in
          if index + 1 < names.count { return try r.resolve(named: names[index + 1]) }
          throw Verbose()
        }
      }
      let long = try failure { try container.resolve(Int.self, named: names[0]) }
      #expect(long.description.utf8.count <= 4096)
      #expect(!long.description.contains("\u{7}"))
      #expect(long.underlying is Verbose)
    }

    private struct Verbose: Error, CustomStringConvertible {
      var description: String { String(repeating: "very\u{7} verbose \u{1F600} ", count: 10_000) }
    }

    private struct Nothing: Sendable, Equatable {}

    /// Four of a kind; four deep, 256 strings in 4 KiB.
    private struct Four<Quarter: Sendable & Equatable>: Sendable, Equatable {
      let a: Quarter
      let b: Quarter
      let c: Quarter
      let d: Quarter

      init(_ quarter: Quarter) {
        (a, b, c, d) = (quarter, quarter, quarter, quarter)
      }
    }

    private typealias Huge = Four<Four<Four<Four<String>>>>

    private static func huge(_ text: String) -> Huge { Four(Four(Four(Four(text)))) }

    @Test("Case 78 S: zero-sized and huge value types", arguments: [false, true])
    func sizes(_ seals: Bool) throws {
      let container = Container()
      try container.register(Void.self) { _ in () }
      try container.register(Nothing.self) { _ in Nothing() }
      try container.register(Huge.self) { _ in Self.huge("a text that is too long to be kept inline") }
      try container.register(Nothing.self, named: "transient", scope: .transient) { _ in Nothing() }
      if seals { container.seal() }
      for _ in 0..<3 {
        try container.resolve(Void.self)
        #expect(try container.resolve(Nothing.self) == Nothing())
        #expect(try container.resolve(Nothing.self, named: "transient") == Nothing())
        #expect(try container.resolve(Huge.self) == Self.huge("a text that is too long to be kept inline"))
      }
    }
  }
}

import Holdfast
import HoldfastCompatibility
import HoldfastDefinitions
import HoldfastDiagnostics
import Testing

extension Faults {
  /// Lists of argument types that could be taken for one another.
  @Suite("The argument types of a key")
  struct ArgumentTypesTests {
    private let container = Container(duplicates: .reject)

    // MARK: Registering and asking

    /// Registers a text of what it is given. Generic, and so also what nothing is given to.
    private func add<each A: Sendable>(_ text: String, _ form: Form, named name: Name? = nil, taking types: repeat (each A).Type) throws {
      try Self.add(text, form, named: name, taking: repeat each types, to: container)
    }

    private static func add<each A: Sendable>(
      _ text: String, _ form: Form, named name: Name? = nil, taking types: repeat (each A).Type, to registrar: some Registrar
    ) throws {
      if form.buildsAsynchronously {
        try registrar.register(
          String.self, named: name, scope: .transient,
          .async(taking: repeat each types) { (_: FactoryResolver, given: repeat each A) async in spelled(text, repeat each given) })
      } else {
        try registrar.register(
          String.self, named: name, scope: .transient,
          .factory(taking: repeat each types) {
            (_: FactoryResolver, given: repeat each A) in spelled(text, repeat each given)
          })
      }
    }

    private static func spelled<each A>(_ text: String, _ given: repeat each A) -> String {
      var words = [text]
      repeat words.append(String(describing: each given))
      return words.joined(separator: " ")
    }

    /// Registers a text for each list.
    private func addAll(_ form: Form, named name: Name? = nil) throws {
      try add("none", form, named: name)
      try add("void", form, named: name, taking: Void.self)
      try add("one", form, named: name, taking: Int.self)
      try add("tuple", form, named: name, taking: (Int, String).self)
      try add("two", form, named: name, taking: Int.self, String.self)
      try add("nested", form, named: name, taking: ((Int, String), Bool).self)
      try add("tuple and one", form, named: name, taking: (Int, String).self, Bool.self)
      try add("three", form, named: name, taking: Int.self, String.self, Bool.self)
      try add("void and one", form, named: name, taking: Void.self, Int.self)
    }

    private func answer<each A: Sendable>(
      _ form: Form, _ number: Int = 0, named name: Name? = nil, from resolver: (any Resolver & Sendable)? = nil,
      with given: repeat each A
    ) async throws -> String {
      let asker = Asker(resolver: resolver ?? container, name: name, given: repeat each given)
      return try await ask(as: form.caller(number)) {
        try asker.answer()
      } async: {
        try await asker.answerInTask()
      }.value()
    }

    private struct Asker<each A: Sendable>: Sendable {
      let resolver: any Resolver & Sendable
      let name: Name?
      let given: (repeat each A)

      init(resolver: any Resolver & Sendable, name: Name?, given: repeat each A) {
        (self.resolver, self.name, self.given) = (resolver, name, (repeat each given))
      }

      func answer() throws -> String { try resolver.resolveNow(String.self, named: name, with: repeat each given) }
      func answerInTask() async throws -> String { try await resolver.resolve(String.self, named: name, with: repeat each given) }
    }

    private func code<each A: Sendable>(_ form: Form, with given: repeat each A) async throws -> ResolutionError.Code? {
      do {
        _ = try await answer(form, with: repeat each given)
      } catch let error as ResolutionError {
        return error.code
      }
      return nil
    }

    // MARK: Tests

    @Test("Case 136: each list of argument types is a key of its own", arguments: Form.allCases)
    func distinct(_ form: Form) async throws {
      for name in [nil, "named"] as [Name?] {
        try addAll(form, named: name)
        for resolver in [container, Container(parent: container), ResolverChain([Container(), container])] as [any Resolver & Sendable] {
          #expect(try await answer(form, 0, named: name, from: resolver) == "none")
          #expect(try await answer(form, 1, named: name, from: resolver, with: ()) == "void ()")
          #expect(try await answer(form, 0, named: name, from: resolver, with: 1) == "one 1")
          #expect(try await answer(form, 1, named: name, from: resolver, with: (1, "a")) == "tuple (1, \"a\")")
          #expect(try await answer(form, 0, named: name, from: resolver, with: 1, "a") == "two 1 a")
          #expect(try await answer(form, 1, named: name, from: resolver, with: ((1, "a"), true)) == "nested ((1, \"a\"), true)")
          #expect(try await answer(form, 0, named: name, from: resolver, with: (1, "a"), true) == "tuple and one (1, \"a\") true")
          #expect(try await answer(form, 1, named: name, from: resolver, with: 1, "a", true) == "three 1 a true")
          #expect(try await answer(form, 0, named: name, from: resolver, with: (), 1) == "void and one () 1")
        }
      }
      #expect(Set(container.keys()).count == 18)
    }

    @Test("Case 136: what is registered with one list is not found with another", arguments: Form.allCases)
    func missing(_ form: Form) async throws {
      try add("tuple", form, taking: (Int, String).self)
      #expect(try await code(form, with: 1, "a") == .notRegistered)
      #expect(try await code(form) == .notRegistered)
      #expect(try await code(form, with: ()) == .notRegistered)
      #expect(try await code(form, with: (1, "a")) == nil)
      let other = Faults.ArgumentTypesTests()
      try other.add("two", form, taking: Int.self, String.self)
      try other.add("void", form, taking: Void.self)
      #expect(try await other.code(form, with: (1, "a")) == .notRegistered)
      #expect(try await other.code(form) == .notRegistered)
      #expect(try await other.code(form, with: ()) == nil)
    }

    @Test("Case 136: a closure in the caller's own code is told apart as generic code is", arguments: Form.allCases)
    func direct(_ form: Form) async throws {
      try container.register(Int.self) { _ in 0 }
        .register(Int.self, scope: .transient, .factory(taking: Void.self) { _, _ in 1 })
        .register(Int.self, scope: .transient, .factory(taking: (Int, String).self) { _, pair in pair.0 })
        .register(Int.self, .factory(taking: Int.self, String.self) { _, number, text in number + text.count })
      let container = container
      let sum = try await ask(as: form.caller(0)) {
        (
          try container.resolveNow(Int.self), try container.resolveNow(Int.self, with: ()),
          try container.resolveNow(Int.self, with: (10, "a")),
          try container.resolveNow(Int.self, with: 10, "a"), try container.resolveIfRegistered(Int.self, with: 10, "b") as Int?
        )
      } async: {
        (
          try await container.resolve(Int.self), try await container.resolve(Int.self, with: ()),
          try await container.resolve(Int.self, with: (10, "a")), try await container.resolve(Int.self, with: 10, "a"),
          try await container.resolveIfRegistered(Int.self, with: 10, "b")
        )
      }.value()
      #expect(sum == (0, 1, 10, 11, 11))
    }

    private struct User: Sendable {
      let none: Factory<String>
      let void: Factory<String, Void>
      let tuple: Factory<String, (Int, String)>
      let two: Factory<String, Int, String>
      let isWired: Bool

      init(
        _ none: Factory<String>, _ void: Factory<String, Void>, _ tuple: Factory<String, (Int, String)>, _ two: Factory<String, Int, String>
      ) {
        (self.none, self.void, self.tuple, self.two, isWired) = (none, void, tuple, two, true)
      }

      init(_ r: FactoryResolver) {
        none = r.factory(String.self)
        void = r.factory(String.self, taking: Void.self)
        tuple = r.factory(String.self, taking: (Int, String).self)
        two = r.factory(String.self, taking: Int.self, String.self)
        isWired = false
      }
    }

    @Test("Case 136: factories lead to the key of their arguments", arguments: Form.allCases)
    func factories(_ form: Form) async throws {
      try addAll(form)
      try container.register(User.self, scope: .transient, .wired(User.init(_:_:_:_:))).register(User.self, named: "made") { User($0) }
      for name in [nil, "made"] as [Name?] {
        let user = try container.resolveNow(User.self, named: name)
        #expect(user.isWired == (name == nil))
        let texts = try await ask(as: form.caller(0)) {
          try [user.none.resolveNow(), user.void.resolveNow(()), user.tuple.resolveNow((1, "a")), user.two.resolveNow(1, "a")]
        } async: {
          [try await user.none(), try await user.void(()), try await user.tuple((1, "a")), try await user.two(1, "a")]
        }.value()
        #expect(texts == ["none", "void ()", "tuple (1, \"a\")", "two 1 a"])
        let needs = Set(container.graph().edges.filter { $0.from == AnyKey(User.self, named: name) }.map(\.to))
        #expect(
          needs == [
            AnyKey(String.self), AnyKey(String.self, taking: Void.self), AnyKey(String.self, taking: (Int, String).self),
            AnyKey(String.self, taking: Int.self, String.self),
          ])
      }
    }

    private func forward<each A: Sendable>(taking types: repeat (each A).Type) throws {
      try container.forward(String.self, named: "forward", to: String.self, taking: repeat each types) { "to " + $0 }
    }

    @Test("Case 136: forwards lead to the key of their arguments", arguments: Form.allCases)
    func forwards(_ form: Form) async throws {
      try addAll(form)
      try forward()
      try forward(taking: Void.self)
      try forward(taking: (Int, String).self)
      try forward(taking: Int.self, String.self)
      #expect(try await answer(form, named: "forward") == "to none")
      #expect(try await answer(form, named: "forward", with: ()) == "to void ()")
      #expect(try await answer(form, named: "forward", with: (1, "a")) == "to tuple (1, \"a\")")
      #expect(try await answer(form, named: "forward", with: 1, "a") == "to two 1 a")
      #expect(container.problems().isEmpty)
      try container.unregister(String.self, taking: (Int, String).self)
      #expect(container.problems().map(\.key) == [AnyKey(String.self, named: "forward", taking: (Int, String).self)])
    }

    @Test("Case 136: containing, resetting and unregistering mean the key of the arguments", arguments: Form.allCases)
    func removing(_ form: Form) async throws {
      try addAll(form)
      func contains() -> [Bool] {
        [
          container.contains(String.self), container.contains(String.self, taking: Void.self),
          container.contains(String.self, taking: (Int, String).self), container.contains(String.self, taking: Int.self, String.self),
        ]
      }
      #expect(contains() == [true, true, true, true])
      try container.unregister(String.self, taking: (Int, String).self)
      #expect(contains() == [true, true, false, true])
      #expect(try await code(form, with: (1, "a")) == .notRegistered)
      #expect(try await answer(form, with: 1, "a") == "two 1 a")
      #expect(try container.unregister(String.self, taking: Void.self))
      #expect(contains() == [true, false, false, true])
      #expect(try container.unregister(String.self, taking: (Int, String).self) == false)
      #expect(try await answer(form) == "none")
      #expect(try container.unregister(String.self))
      #expect(contains() == [false, false, false, true])
      #expect(try await container.resolveIfRegistered(String.self, with: ()) == nil)
      #expect(try await container.resolveIfRegistered(String.self, with: (1, "a")) == nil)

      let count = Counter()
      try container.register(Int.self) { _ in count.add() }.register(
        Int.self, scope: .transient, .factory(taking: Void.self) { _, _ in -1 })
      _ = try container.resolveNow(Int.self)
      try container.reset(Int.self, taking: Void.self)
      _ = try container.resolveNow(Int.self)
      #expect(count.value == 1)
      try container.reset(Int.self)
      _ = try container.resolveNow(Int.self)
      #expect(count.value == 2)
    }

    @Test("Case 136: an override stands for the key of its arguments alone", arguments: Form.allCases)
    func overrides(_ form: Form) async throws {
      try addAll(form)
      let isolated = try Container(overriding: container) { batch in
        try Self.add("other tuple", form, taking: (Int, String).self, to: batch)
        try Self.add("other void", form, taking: Void.self, to: batch)
      }
      #expect(try await answer(form, from: isolated) == "none")
      #expect(try await answer(form, from: isolated, with: ()) == "other void ()")
      #expect(try await answer(form, from: isolated, with: (1, "a")) == "other tuple (1, \"a\")")
      #expect(try await answer(form, from: isolated, with: 1, "a") == "two 1 a")
      #expect(try await answer(form, with: (1, "a")) == "tuple (1, \"a\")")
    }

    private final class Page {}

    private struct Pages: DefinitionAssembly {
      let definitions: Definitions

      var page: Page { get throws { try define { Page() } } }
      func page(_ number: Int) throws -> Page { try define(with: number) { Page() } }
      func page(_ number: Double) throws -> Page { try define(with: number) { Page() } }
      func page(_ number: Int, _ text: String) throws -> Page { try define(with: number, text, key: "page(_:)") { Page() } }
      func anyPage<each A: Hashable & SendableMetatype>(_ given: repeat each A) throws -> Page {
        try define(with: repeat each given, key: "page") { Page() }
      }
      var pages: [Page] { get throws { try define { [try page, try page(1), try page(1.0), try page(1, ""), try page(1)] } } }
    }

    @Test("Case 136 S: definitions of one name are told apart by the types of their arguments")
    func definitions() throws {
      let pages = try container.assembly(Pages.self).pages
      #expect(Set(pages.map(ObjectIdentifier.init)).count == 4)
      #expect(pages[1] === pages[4])
      let assembly = container.assembly(Pages.self)
      #expect(try assembly.anyPage() !== assembly.anyPage(1))
    }

    @Test("Case 136 S: errors spell the arguments as they are listed")
    func texts() throws {
      func spelled(_ key: AnyKey) -> String { String(key.description.dropFirst("Swift.String taking ".count)) }
      #expect(spelled(AnyKey(String.self, taking: Int.self)) == "Swift.Int")
      #expect(spelled(AnyKey(String.self, taking: Int.self, String.self)) == "(Swift.Int, Swift.String)")
      #expect(spelled(AnyKey(String.self, taking: (Int, String).self)) == "((Swift.Int, Swift.String))")
      #expect(spelled(AnyKey(String.self, taking: (Int, String).self, Bool.self)) == "((Swift.Int, Swift.String), Swift.Bool)")
      #expect(spelled(AnyKey(String.self, taking: ((Int, String), Bool).self)) == "(((Swift.Int, Swift.String), Swift.Bool))")
      #expect(spelled(AnyKey(String.self, taking: Void.self)) == "(())")
      #expect(AnyKey(String.self, taking: Void.self) != AnyKey(String.self))
      try add("two", .threads, taking: Int.self, String.self)
      let error = try failure { try container.resolve(String.self, with: (1, "a")) }
      #expect(error.message == "Swift.String taking ((Swift.Int, Swift.String)) is not registered.")
      #expect(error.remedy.contains("Swift.String taking (Swift.Int, Swift.String)"))
    }

    private final class Reader: Sendable {
      let text: String?

      init(_ text: String? = nil) { self.text = text }

      static func reading<each A>(_ r: FactoryResolver, _ given: repeat each A) throws -> Reader {
        Reader(try r.resolve(String.self, with: repeat each given))
      }
    }

    @Test("Case 136: needs, declared and learned, are the key of their arguments", arguments: Form.allCases)
    func needs(_ form: Form) async throws {
      try add("none", .threads)
      try add("two", .threads, taking: Int.self, String.self)
      try add("void", .threads, taking: Void.self)
      try container.register(Reader.self) { r in try Reader.reading(r) }
        .register(Reader.self, named: "void") { r in try Reader.reading(r, ()) }
        .register(Reader.self, named: "two") { r in try Reader.reading(r, 1, "a") }
        .register(Reader.self, named: "declared") { _ in Reader() }
        .declare(Reader.self, named: "declared", needs: .on(String.self, taking: (Int, String).self))
      for name in [nil, "void", "two"] as [Name?] { _ = try await ask(container, Reader.self, named: name, as: form.caller(0)).value() }
      let edges = container.graph().edges
      for (name, key) in [
        (nil, AnyKey(String.self)), ("void", AnyKey(String.self, taking: Void.self)),
        ("two", AnyKey(String.self, taking: Int.self, String.self)),
        ("declared", AnyKey(String.self, taking: (Int, String).self)),
      ] as [(Name?, AnyKey)] {
        #expect(edges.filter { $0.from == AnyKey(Reader.self, named: name) }.map(\.to) == [key])
      }
      #expect(container.problems().map(\.key) == [AnyKey(Reader.self, named: "declared")])
      try add("tuple", .threads, taking: (Int, String).self)
      #expect(container.problems().isEmpty)
    }

    @Test("Case 136 A: warming up builds what takes nothing, not what takes Void")
    func warmUp() async throws {
      let count = Counter()
      try container.register(Int.self) { _ in count.add() }.register(
        Int.self, scope: .transient, .factory(taking: Void.self) { _, _ in -1 })
      #expect(try await container.warmUp().map(\.key) == [AnyKey(Int.self)])
      #expect(count.value == 1)
      await #expect(throws: ResolutionError.self) { try await container.warmUp([AnyKey(Int.self, taking: Void.self)]) }
    }

    private struct Screen {
      @LazyInjected var text: String

      init(from container: Container) { _text = LazyInjected(from: container) }
    }

    @Test("Case 136: a wrapper that asks again means the key of the arguments", arguments: Form.allCases)
    func wrappers(_ form: Form) async throws {
      try addAll(form)
      let text = Screen(from: container).$text
      let texts = try await ask(as: form.caller(0)) {
        [try text.resolve(), try text.resolve(with: ()), try text.resolve(with: (1, "a")), try text.resolve(with: 1, "a")]
      } async: {
        [
          try await text.resolve(), try await text.resolve(with: ()), try await text.resolve(with: (1, "a")),
          try await text.resolve(with: 1, "a"),
        ]
      }.value()
      #expect(texts == ["none", "void ()", "tuple (1, \"a\")", "two 1 a"])
    }
  }
}

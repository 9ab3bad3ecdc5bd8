import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

/// `resolve(_:as:)` gives what `resolve` of the same type gives.
@Suite("Keys whose type is known only at run time")
struct DynamicKeyTests {
  private final class Part: Sendable {
    let tag: String

    init(_ tag: String) { self.tag = tag }
  }

  /// Has one value, and is no container.
  private struct OneValue: Resolver, Sendable {
    let part: Part

    func contains(_ key: AnyKey) -> Bool { key == AnyKey(Part.self) }

    func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
      guard contains(request.key), let value = part as? T else { return try Container().resolve(request) }
      return value
    }

    nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
      guard contains(request.key), let value = part as? T else { return try await Container().resolve(request) }
      return value
    }
  }

  private func code(_ body: () throws -> Void) -> ResolutionError.Code? {
    #expect(throws: ResolutionError.self) { try body() }?.code
  }

  @Test("References and dictionaries are made, as where the type is known")
  func references() throws {
    let container = try Container {
      $0.register(Part.self) { _ in Part("plain") }
      $0.register(Part.self, named: "named") { _ in Part("named") }
      $0.register(Part.self, scope: .transient, .factory(taking: Int.self) { _, number in Part("\(number)") })
    }
    let part = try container.resolve(Part.self)
    #expect(try container.resolve(AnyKey(Lazy<Part>.self), as: Lazy<Part>.self).value() === part)
    #expect(try container.resolve(AnyKey(Provider<Part>.self, named: "named"), as: Provider<Part>.self)().tag == "named")
    #expect(try container.resolve(AnyKey(Factory<Part, Int>.self), as: Factory<Part, Int>.self)(7).tag == "7")
    #expect(try container.resolve(AnyKey([Name: Part].self), as: [Name: Part].self).keys.map(\.text) == ["named"])
    #expect(try container.resolve(AnyKey(Part?.self), as: Part.self) === part)
    #expect(try container.resolve(AnyKey(Lazy<Part>?.self), as: Lazy<Part>.self).value() === part)
    try container.withOverrides {
      $0.register(Part.self) { _ in Part("layer") }
    } operation: { () throws in
      #expect(try container.resolve(AnyKey(Lazy<Part>.self), as: Lazy<Part>.self).value().tag == "layer")
    }
    try container.withScope { scope throws in
      #expect(try container.resolve(AnyKey(Lazy<Part>.self), as: Lazy<Part>.self).value() === scope.resolve(Part.self))
    }
    #expect(code { _ = try container.resolve(AnyKey(Lazy<Double>.self), as: Lazy<Double>.self).value() } == .notRegistered)
  }

  @Test("A parent that is no container is asked")
  func parents() throws {
    let part = Part("parent")
    let child = Container(parent: OneValue(part: part))
    #expect(try child.resolve(Part.self) === part)
    #expect(try child.resolve(AnyKey(Part.self), as: Part.self) === part)
    #expect(try child.resolve(AnyKey(Lazy<Part>.self), as: Lazy<Part>.self).value() === part)
    #expect(code { _ = try child.resolve(AnyKey(Int.self), as: Int.self) } == .notRegistered)
    let empty = Container(parent: ResolverChain([]))
    #expect(code { _ = try empty.resolve(AnyKey(Int.self), as: Int.self) } == .emptyChain)
  }

  @Test("What takes arguments is not made without them, however it is shared")
  func arguments() throws {
    let container = try Container {
      $0.register(Part.self, scope: .transient, .factory(taking: Int.self) { _, number in Part("\(number)") })
      $0.register(Part.self, .factory(taking: String.self) { _, text in Part(text) })
    }
    #expect(try container.resolve(Part.self, with: "a").tag == "a")
    for key in [AnyKey(Part.self, taking: Int.self), AnyKey(Part.self, taking: String.self), AnyKey(Part.self)] {
      #expect(code { _ = try container.resolve(key, as: Part.self) } == .notRegistered)
      #expect(code { _ = try Container(parent: container).resolve(key, as: Part.self) } == .notRegistered)
    }
  }

  @Test("What a factory asks a captured container for is learned as its need, built or not")
  func needs() throws {
    let container = try Container {
      $0.register(Int.self, instance: 1)
      $0.register(Part.self, named: "built") { _ in Part("built") }
      $0.register(Part.self, named: "new") { _ in Part("new") }
    }
    try container.register(Part.self) { [weak container] _ in
      let container = try #require(container)
      let number = try container.resolve(AnyKey(Int.self), as: Int.self)
      let parts = try ["built", "new"].map { try container.resolve(AnyKey(Part.self, named: Name($0)), as: Part.self) }
      return Part("\(number) \(parts.map(\.tag))")
    }
    _ = try container.resolve(Part.self, named: "built")
    #expect(try container.resolve(Part.self).tag == "1 [\"built\", \"new\"]")
    let needs = container.graph().dependencies(of: AnyKey(Part.self)).edges.map(\.to)
    #expect(Set(needs) == [AnyKey(Int.self), AnyKey(Part.self, named: "built"), AnyKey(Part.self, named: "new")])
  }

  @Test("A key with arguments is refused with the reason that resolve gives")
  func argumentsAtTheEnd() async throws {
    let container = try Container {
      $0.register(Part.self, scope: .transient, .factory(taking: Int.self) { _, number in Part("\(number)") })
    }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let late = container.withOverrides { _ in
    } operation: {
      Task {
        for await _ in ended {}
        return code { _ = try container.resolve(AnyKey(Part.self, taking: Int.self), as: Part.self) }
      }
    }
    end.finish()
    #expect(await late.value == .shutDown)
    #expect(code { _ = try container.resolve(AnyKey(Part.self, taking: Int.self), as: Part.self) } == .notRegistered)
    try await container.shutdown(deadline: nil)
    #expect(code { _ = try container.resolve(AnyKey(Part.self, taking: Int.self), as: Part.self) } == .shutDown)
  }

  @Test("Errors are those of resolve")
  func errors() async throws {
    let line: UInt32 = #line + 2
    let container = try Container {
      $0.register(Part.self, .async { _ in Part("slow") })
      $0.register(Part.self, named: "scoped", scope: .scoped) { _ in Part("scoped") }
    }
    #expect(code { _ = try container.resolve(AnyKey(Part.self), as: Part.self) } == .asyncOnly)
    #expect(code { _ = try container.resolve(AnyKey(Part.self, named: "scoped"), as: Part.self) } == .outsideScope)
    let part = try await container.resolve(Part.self)
    #expect(try container.resolve(AnyKey(Part.self), as: Part.self) === part)
    let wrong = #expect(throws: ResolutionError.self) { try container.resolve(AnyKey(Part.self), as: Int.self) }
    #expect(wrong?.code == .wrongType && wrong?.site?.line == line)
    container.seal()
    #expect(try container.resolve(AnyKey(Part.self), as: AnyObject.self) === part)
    try await container.shutdown(deadline: nil)
    #expect(code { _ = try container.resolve(AnyKey(Part.self), as: Part.self) } == .shutDown)
  }
}

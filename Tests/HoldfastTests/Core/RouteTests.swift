// Looks inside, which only debug builds allow. There are no threads in it, so that one build is enough.
#if DEBUG
  @testable import Holdfast
  import Testing

  @Suite("Where a request goes")
  struct RouteTests {
    private let container = Container()

    /// In a word, and in which container.
    private func route<T>(_ type: T.Type, named name: Name? = nil, in container: Container? = nil) throws -> String {
      let core = (container ?? self.container).core
      var running: Requester?
      switch try core.route(type, AnyKey(type, named: name), for: .anonymous, inside: &running, on: core.thread) {
      case .registered(let cell): return "registered \(cell.registration.key.description.split(separator: ".").last ?? "")"
      case .instance: return "instance"
      case .layer: return "layer"
      case .inside: return "inside"
      case .wrapped(let optional): return "wrapped \(optional.wrapped)"
      case .reference: return "reference"
      case .collection(let collection): return "collection of \(collection.member)"
      case .parent: return "parent"
      }
    }

    @Test("To what is registered, also under a type that would be unwrapped or made otherwise")
    func registered() throws {
      try container.register(Int.self) { _ in 1 }
      #expect(try route(Int.self) == "registered Int")
      #expect(try failure { try route(Int.self, named: "other") }.code == .notRegistered)
      try container.register(Provider<String>.self) { r in r.provider() }
      #expect(try route(Provider<String>.self).hasPrefix("registered"))
    }

    @Test("To what an Optional wraps, and to a reference made here")
    func notRegistered() throws {
      #expect(try route(Int?.self) == "wrapped Int")
      #expect(try route(Provider<Int>.self) == "reference" && route(Lazy<Int>.self) == "reference")
      #expect(try route([Int].self) == "collection of Int" && route([Name: Lazy<Int>].self) == "collection of Lazy<Int>")
      #expect(try failure { try route(Int.self) }.code == .notRegistered)
    }

    @Test("To the parent, which makes no reference that it has not registered")
    func parent() throws {
      let child = Container(parent: container)
      #expect(try route(Int.self, in: child) == "parent" && route(Provider<Int>.self, in: child) == "reference")
      try container.register(Provider<Int>.self) { r in r.provider() }
      #expect(try route(Provider<Int>.self, in: child) == "parent")
    }

    @Test("To the layer in force, and first into it for what was made in it")
    func layers() throws {
      try container.register(Int.self) { _ in 1 }
      let isolated = try Container(overriding: container) { $0.register(Int.self) { _ in 2 } }
      #expect(try route(Int.self, in: isolated) == "inside")
      let inForce = try container.withOverrides({ _ in }) { try route(Int.self) }
      #expect(inForce == "layer")
    }

    @Test("Nowhere after the end")
    func ended() async throws {
      try container.register(Int.self) { _ in 1 }
      _ = try await container.shutdown()
      #expect(try failure { try route(Int.self) }.code == .shutDown)
      #expect(try failure { try route(Provider<Int>.self) }.code == .shutDown)
    }
  }
#endif

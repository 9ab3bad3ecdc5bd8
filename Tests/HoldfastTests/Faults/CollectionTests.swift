import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

extension Faults {
  /// Arrays and dictionaries of every registration of a type, whatever their elements are and however they are asked for.
  @Suite("Collections")
  struct CollectionTests {
    @Test("Case 134: one element for each registration", arguments: Form.allCases, CollectionPlace.allCases)
    func table(_ form: Form, _ place: CollectionPlace) async throws {
      for way in CollectionWay.allCases {
        try await expect([Plug].self, [Name: Plug].self, ["a", "b", "c"], form, place, way)
        try await expect([Plug?].self, [Name: Plug?].self, ["a", "b", "c"], form, place, way)
        try await expect([Lazy<Plug>].self, [Name: Lazy<Plug>].self, ["a", "b", "c"], form, place, way)
        try await expect([Provider<Plug>].self, [Name: Provider<Plug>].self, ["a", "b", "c"], form, place, way)
        try await expect([Lazy<Plug>?].self, [Name: Provider<Plug?>].self, ["a", "b", "c"], form, place, way)
        // What takes arguments cannot be contributed.
        try await expect([Factory<Plug, Int>].self, [Name: Factory<Plug, Int>].self, ["a", "b"], form, place, way)
      }
    }

    private func expect<Row: Gathered, Column: Gathered>(
      _ array: Row.Type, _ dictionary: Column.Type, _ expected: [String], _ form: Form, _ place: CollectionPlace, _ way: CollectionWay
    ) async throws {
      let expected = expected.map { place == .layer && $0 == "b" ? "B" : $0 }
      #expect(try await labels(array, form, place, way) == expected, "\(array) \(way)")
      #expect(try await labels(dictionary, form, place, way) == Array(expected.prefix(2)), "\(dictionary) \(way)")
    }

    private func labels<C: Gathered>(_ type: C.Type, _ form: Form, _ place: CollectionPlace, _ way: CollectionWay) async throws -> [String]
    {
      try await place.with { container in
        try container.register(Host<C>.self, scope: .transient, .wired(Host<C>.init))
          .register(
            Host<C>.self, named: "async", scope: .transient,
            .asyncWired { (own: C, maybe: C?, lazy: Lazy<C>, provider: Provider<C>) async in
              Host(own: own, maybe: maybe, lazy: lazy, provider: provider)
            })
        let caller = form.caller(0)
        // A thread of its own does not see the layer.
        if place == .layer || caller == .thread { return try way.labels(C.self, in: container) }
        return try await way.labelsInTask(C.self, in: container)
      }
    }

    @Test("Case 134: a collection that nothing provides is an error, and one that is declared is empty", arguments: Form.allCases)
    func missing(_ form: Form) async throws {
      for isDeclared in [false, true] {
        let parent = Container()
        let container = Container(parent: parent)
        if isDeclared { try parent.declareCollection(of: Plug.self) }
        try container.register(Host<[Plug]>.self, scope: .transient, .wired(Host<[Plug]>.init))
          .register(
            Host<[Plug]>.self, named: "async", scope: .transient,
            .asyncWired { (own: [Plug], maybe: [Plug]?, lazy: Lazy<[Plug]>, provider: Provider<[Plug]>) async in
              Host(own: own, maybe: maybe, lazy: lazy, provider: provider)
            })
        for way in CollectionWay.allCases {
          let pending: Pending<[String]> = ask(as: form.caller(0)) {
            try way.labels([Plug].self, in: container)
          } async: {
            try await way.labelsInTask([Plug].self, in: container)
          }
          switch try await pending.result() {
          case .success(let labels):
            #expect(labels.isEmpty && (isDeclared || way == .wired), "\(way)")
          case .failure(let error):
            let error = try #require(error as? ResolutionError)
            #expect(error.code == .notRegistered && error.key == AnyKey([Plug].self) && !isDeclared, "\(way)")
            #expect(error.remedy.contains("declareCollection(of: "))
          }
        }
        for resolver in [container, container.resolver] as [any Resolver & Sendable] {
          let (array, dictionary) = try Self.ifRegistered(resolver)
          #expect((array == nil) == !isDeclared && (dictionary == nil) == !isDeclared)
        }
        let host = try container.resolveNow(Host<[Plug]>.self)
        #expect((host.maybe == nil) == !isDeclared)
        #expect(container.problems().map(\.kind) == [ValidationProblem.Kind](repeating: .missing, count: isDeclared ? 0 : 2))
      }
    }

    private static func ifRegistered(_ resolver: any Resolver) throws -> ([Plug]?, [Name: Plug]?) {
      (try resolver.resolveIfRegistered(), try resolver.resolveIfRegistered())
    }

    @Test("Case 134 S: the collection of a name has what is contributed to it, and the one without a name has all")
    func named() throws {
      let container = try Container { batch in
        batch.contribute(Plug.self) { _ in Plug("a") }
        batch.contribute(Plug.self, named: "mail") { _ in Plug("b") }
        batch.contribute(Plug.self, named: "mail", instance: Plug("c"))
        batch.contribute(Plug.self, named: "mai") { _ in Plug("d") }
        batch.register(Plug.self, named: "mail") { _ in Plug("e") }
        batch.declareCollection(of: Plug.self, named: "none")
        batch.register(Set<String>.self, .wired({ (plugs: [Plug]) in Set(plugs.map(\.label)) }, keys: Key(named: "mail")))
        batch.register(Set<String>.self, named: "gone", .wired({ (plugs: [Plug]) in Set(plugs.map(\.label)) }, keys: Key(named: "mali")))
      }
      #expect(try container.resolve([Plug].self, named: "mail").map(\.label) == ["b", "c"])
      let lazies = try container.resolve(Key<[Lazy<Plug>]>(named: "mail"))
      #expect(try lazies.labels() == ["b", "c"])
      #expect(try container.resolve([Plug].self).map(\.label) == ["a", "b", "c", "d", "e"])
      #expect(try container.resolve([Plug].self, named: "none").isEmpty)
      #expect(try container.resolve(Set<String>.self) == ["b", "c"])
      for ask in [
        { try container.resolve([Plug].self, named: "mali").map(\.label) },
        { try Array(container.resolve(Set<String>.self, named: "gone")) },
      ] {
        #expect(try failure { try ask() }.code == .notRegistered)
      }
      #expect(container.problems().map(\.key) == [AnyKey(Set<String>.self, named: "gone")])
      #expect(container.graph().edges.filter { $0.from == AnyKey(Set<String>.self) }.count == 2)
    }

    @Test("Case 134 S: a contribution of the same identity replaces the other, also in a layer")
    func identities() throws {
      let container = try Container { batch in
        batch.contribute(Plug.self, id: "search") { _ in Plug("a") }
        batch.contribute(Plug.self, named: "mail", id: "search") { _ in Plug("b") }
      }
      try container.contribute(Plug.self, id: "search") { _ in Plug("c") }
      #expect(try Set(container.resolveAll(Plug.self).map(\.label)) == ["b", "c"])
      try container.withOverrides({ $0.contribute(Plug.self, named: "mail", id: "search") { _ in Plug("d") } }) { () throws in
        #expect(try container.resolve([Plug].self, named: "mail").map(\.label) == ["d"])
      }
    }

    @Test("Case 134: parents are in a collection, whether it is wired, resolved or asked for by name", arguments: Form.allCases)
    func parents(_ form: Form) async throws {
      // The parent has the array itself.
      let parent = try Container { $0.register([Plug].self) { _ in [Plug("a"), Plug("b")] } }
      try await parent.withScope { scope in
        for above in [parent, scope, parent.resolver, ResolverChain([parent])] as [any Resolver & Sendable] {
          let child = Container(parent: Container(parent: AnyResolver(above)))
          try child.contribute(Plug.self) { _ in Plug("c") }
            .register(Set<String>.self, .wired { (plugs: [Plug]) in Set(plugs.map(\.label)) })
          let labels = try await ask(as: form.caller(0)) {
            [try child.resolveNow([Plug].self), try { try child.resolveAll(Plug.self) }()].map { $0.map(\.label) }
          } async: {
            [try await child.resolve([Plug].self), try await child.resolveAll(Plug.self)].map { $0.map(\.label) }
          }.value()
          #expect(labels == [["a", "b", "c"], ["a", "b", "c"]])
          #expect(try child.resolveNow(Set<String>.self) == ["a", "b", "c"])
          #expect(try { try child.resolveAll(Plug.self, includingParent: false) }().map(\.label) == ["c"])
        }
      }
    }

    @Test("Case 134 S: a composite leaves itself out however its factory asks, and nothing of another container")
    func roads() throws {
      let parent = Container()
      try parent.register((any Sink).self) { _ in Leaf("p") }
      for isChild in [false, true] {
        let container = isChild ? Container(parent: parent) : Container()
        let roads: [@Sendable (FactoryResolver, Container) throws -> [any Sink]] = [
          { r, _ in try r.resolveAll() }, { _, c in try c.resolveNow([any Sink].self) },
          { _, c in try { try c.resolveAll((any Sink).self) }() },
          { _, c in try c.provider([any Sink].self).resolveNow() }, { _, c in try { try c.lazy([any Sink].self).value() }() },
          { _, c in try c.withScope { scope in try scope.resolveNow([any Sink].self) } },
        ]
        try container.register((any Sink).self, named: "leaf") { _ in Leaf("a") }
        for (index, road) in roads.enumerated() {
          try container.register((any Sink).self, scope: .transient) { [weak container] r in
            guard let container else { return Leaf("no container") }
            return Several(try road(r, container))
          }
          #expect(try container.resolveNow((any Sink).self).labels() == "a", "\(isChild) \(index)")
        }
      }
      let child = Container(parent: parent)
      try child.register((any Sink).self) { [weak parent] _ in Several(try { try parent?.resolveAll((any Sink).self) }() ?? []) }
      #expect(try child.resolveNow((any Sink).self).labels() == "p")
    }

    @Test("Case 134 A: a composite leaves itself out in an asynchronous factory, and on the main actor")
    func asynchronousRoads() async throws {
      let container = try Container { batch in
        batch.contribute((any Sink).self) { _ in Leaf("a") }
        batch.register((any Sink).self, scope: .transient) { r in Several(try r.resolveAll()) }
      }
      try container.register(String.self, .async { [weak container] _ in try await container?.resolve((any Sink).self).labels() ?? "" })
      try container.register(
        Int.self, scope: .transient,
        .async { [weak container] _ in
          try container?.resolveNow((any Sink).self).labels().count ?? 0
        })
      #expect(try await container.resolve(String.self) == "a")
      #expect(try await container.resolve(Int.self) == 1)
      try container.unregister((any Sink).self)
      try container.register((any Sink).self, named: "main", scope: .transient, .mainActor { r in Several(try r.resolveAll()) })
      let labels = try await Task.detached { try await container.resolve((any Sink).self, named: "main").labels() }.value
      #expect(labels == "a")
    }

    @Test("Case 134 S: errors about what was contributed name calls that code can write")
    func remedies() throws {
      let container = try Container { batch in
        batch.contribute((any Sink).self, scope: .scoped) { _ in Leaf("scoped") }
        batch.contribute(Plug.self, named: "fast") { _ in Plug("fast") }
      }
      let outside = try failure { try { try container.resolveAll((any Sink).self) }() }
      #expect(outside.code == .outsideScope)
      #expect(outside.remedy.contains("scope.resolveAll((any Sink).self)"), "\(outside)")
      let named = try failure { try container.resolveNow(Plug.self, named: "fast") }
      #expect(named.code == .notRegistered)
      #expect(named.remedy.contains(#"resolve([Plug].self, named: "fast")"#), "\(named)")
      let other = try failure { try container.resolveNow(Plug.self, named: "slow") }
      #expect(other.remedy.contains("contributed") == false, "\(other)")
    }

    @Test("Case 134: a composite of its own type leaves itself out, also when it reads the collection later", arguments: Form.allCases)
    func composites(_ form: Form) async throws {
      let asynchronous = 5
      for lifetime in 0..<7 where form.caller(0) != .thread || lifetime != asynchronous {
        let container = try Container { batch in
          batch.contribute((any Sink).self) { _ in Leaf("a") }
          batch.contribute((any Sink).self, scope: .transient) { _ in Leaf("b") }
          switch lifetime {
          case 0: batch.register((any Sink).self, .wired(Composite.init))
          case 1: batch.register((any Sink).self, scope: .transient, .wired(Composite.init))
          case 2: batch.register((any Sink).self, scope: .graph) { r in try Composite(r.resolve(), r.lazy(), r.provider()) }
          case 3: batch.register((any Sink).self) { r in try Composite(r.resolveAll(), r.lazy(), r.provider()) }
          case 4: batch.register((any Sink).self, scope: .transient) { r in try Composite(r.resolveAll(), r.lazy(), r.provider()) }
          case asynchronous:
            batch.register((any Sink).self, scope: .transient, .async { r in try await Composite(r.resolveAll(), r.lazy(), r.provider()) })
          default:
            batch.register((any Sink).self, scope: .transient) { r in try Composite(r.resolve(), r.lazy(), r.provider()) }
            batch.decorate((any Sink).self) { sink, _ in sink }
          }
        }
        let sink = try await ask(container, (any Sink).self, as: form.caller(0)).value()
        #expect(try sink.labels() == [String](repeating: "ab", count: 3).joined(), "\(lifetime)")
        #expect(try await container.resolveAll((any Sink).self).count == 3)
        #expect(container.problems().isEmpty)
      }
    }
  }
}

/// Forwards to a resolver whose type is not known.
private struct AnyResolver: Resolver {
  let resolver: any Resolver & Sendable
  init(_ resolver: any Resolver & Sendable) { self.resolver = resolver }
  func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T { try resolver.resolve(request) }
  nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    try await resolver.resolve(request)
  }
  func contains(_ key: AnyKey) -> Bool { resolver.contains(key) }
}

private protocol Sink: Sendable {
  func labels() throws -> String
}

private struct Leaf: Sink {
  let label: String
  init(_ label: String) { self.label = label }
  func labels() -> String { label }
}

private struct Several: Sink {
  let parts: [any Sink]
  init(_ parts: [any Sink]) { self.parts = parts }
  func labels() throws -> String { try parts.map { try $0.labels() }.joined() }
}

private struct Composite: Sink {
  let now: [any Sink]
  let lazy: Lazy<[any Sink]>
  let provider: Provider<[any Sink]>

  init(_ now: [any Sink], _ lazy: Lazy<[any Sink]>, _ provider: Provider<[any Sink]>) {
    (self.now, self.lazy, self.provider) = (now, lazy, provider)
  }

  func labels() throws -> String {
    try [now, lazy.value(), provider()].joined().map { $0 is Composite ? "composite" : try $0.labels() }.joined()
  }
}

private final class Plug: Labelled {
  let label: String
  init(_ label: String) { self.label = label }
}

/// What an element of a collection leads to.
private protocol Labelled: Sendable {
  func read() throws -> String
}

extension Plug {
  func read() -> String { label }
}

extension Optional: Labelled where Wrapped: Labelled {
  fileprivate func read() throws -> String { try self?.read() ?? "nil" }
}

extension Lazy: Labelled where Value: Labelled {
  fileprivate func read() throws -> String { try value().read() }
}

extension Provider: Labelled where Value: Labelled & Sendable {
  fileprivate func read() throws -> String { try callAsFunction().read() }
}

extension Factory: Labelled where Value: Labelled {
  /// Its arguments are numbers.
  fileprivate func read() throws -> String {
    func one<Number>(_ type: Number.Type) -> Number { 1 as! Number }
    return try callAsFunction(repeat one((each Argument).self)).read()
  }
}

private protocol Gathered: Sendable {
  func labels() throws -> [String]
}

extension Array: Gathered where Element: Labelled {
  fileprivate func labels() throws -> [String] { try map { try $0.read() } }
}

extension Dictionary: Gathered where Key == Name, Value: Labelled {
  fileprivate func labels() throws -> [String] {
    try sorted { $0.key.text < $1.key.text }.map { name, value in try value.read() }
  }
}

private struct Host<C: Sendable>: Sendable {
  let own: C
  let maybe: C?
  let lazy: Lazy<C>
  let provider: Provider<C>
}

enum CollectionPlace: CaseIterable, Sendable {
  case own, parent, layer

  /// Gives a container in which collections have what is registered there.
  fileprivate func with(_ body: (Container) async throws -> [String]) async throws -> [String] {
    let container = Container()
    try container.register(Plug.self, named: "a") { _ in Plug("a") }
      .register(Plug.self, named: "b", scope: .transient) { _ in Plug("b") }
      .contribute(Plug.self) { _ in Plug("c") }
      .register(Plug.self, named: "a", scope: .transient, .factory(taking: Int.self) { _, _ in Plug("a") })
      .register(Plug.self, named: "b", scope: .transient, .factory(taking: Int.self) { _, _ in Plug("b") })
    switch self {
    case .own: return try await body(container)
    case .parent: return try await body(Container(parent: container))
    case .layer:
      return try await container.withOverrides({
        $0.register(Plug.self, named: "b") { _ in Plug("B") }
        $0.register(Plug.self, named: "b", scope: .transient, .factory(taking: Int.self) { _, _ in Plug("B") })
      }) { () async throws in try await body(container) }
    }
  }
}

private enum CollectionWay: CaseIterable {
  case wired, wiredOptional, wiredLazy, wiredProvider, resolved, optional, lazy, provided, wrapper, lazyWrapper, erased

  func labels<C: Gathered>(_ type: C.Type, in container: Container) throws -> [String] {
    switch self {
    case .wired: try container.resolve(Host<C>.self).own.labels()
    case .wiredOptional: try missingIsError(container.resolve(Host<C>.self).maybe).labels()
    case .wiredLazy: try container.resolve(Host<C>.self).lazy.value().labels()
    case .wiredProvider: try container.resolve(Host<C>.self).provider().labels()
    case .resolved: try container.resolve(C.self).labels()
    case .optional: try missingIsError(container.resolveIfRegistered(C.self)).labels()
    case .lazy: try container.lazy(C.self).value().labels()
    case .provided: try container.provider(C.self)().labels()
    case .wrapper: try Injected<C>(from: container).get().labels()
    case .lazyWrapper: try LazyInjected<C>(from: container).get().labels()
    case .erased: try container.resolve(AnyKey(C.self), as: C.self).labels()
    }
  }

  func labelsInTask<C: Gathered>(_ type: C.Type, in container: Container) async throws -> [String] {
    switch self {
    case .wired: try await container.resolve(Host<C>.self, named: "async").own.labels()
    case .wiredOptional: try missingIsError(await container.resolve(Host<C>.self, named: "async").maybe).labels()
    case .wiredLazy: try await container.resolve(Host<C>.self, named: "async").lazy.value().labels()
    case .wiredProvider: try await container.resolve(Host<C>.self, named: "async").provider().labels()
    case .resolved: try await container.resolve(C.self).labels()
    case .optional: try missingIsError(await container.resolveIfRegistered(C.self)).labels()
    case .lazy: try await container.lazy(C.self).value().labels()
    case .provided: try await container.provider(C.self)().labels()
    case .lazyWrapper: try await LazyInjected<C>(from: container).get().labels()
    case .wrapper, .erased: try labels(type, in: container)
    }
  }

  private func missingIsError<C>(_ collection: C?) throws -> C {
    guard let collection else { return try Container().resolve(C.self) }
    return collection
  }
}

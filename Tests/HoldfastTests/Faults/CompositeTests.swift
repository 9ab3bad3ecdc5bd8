import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

private protocol Sink: Sendable {
  func labels() throws -> String
}

private struct Leaf: Sink {
  let label: String
  init(_ label: String) { self.label = label }
  func labels() -> String { label }
}

extension [any Sink] {
  fileprivate func labels() throws -> String { try map { $0 is Leaf ? try $0.labels() : "composite" }.joined() }
}

/// Made of what it was given, and of what it asks for later.
private struct Composite: Sink {
  let parts: [any Sink]
  @LazyInjected var lazily: [any Sink]
  let begun: String

  /// Reads the property at once, as a factory may.
  init(_ parts: [any Sink], from resolver: (any Resolver & Sendable)? = nil) throws {
    self.parts = parts
    _lazily = LazyInjected(from: resolver)
    begun = try LazyInjected<[any Sink]>(from: resolver).get().labels()
  }

  func labels() throws -> String { try [parts.labels(), $lazily.get().labels(), begun].joined(separator: " ") }
}

/// As `Composite`, and reads nothing while it is made.
private struct Later: Sink {
  @LazyInjected var lazily: [any Sink]
  @LazyInjected var optionally: [any Sink]?
  @LazyInjected var lazies: [Lazy<any Sink>]

  func labels() throws -> String {
    try [$lazily.get().labels(), ($optionally.get() ?? []).labels(), $lazies.get().map { try $0.value() }.labels()].joined(separator: " ")
  }

  /// The same in a task.
  func labelsInTask() async throws -> String {
    try [await $lazily.get().labels(), (await $optionally.get() ?? []).labels()].joined(separator: " ")
  }
}

/// A composite of what has a name.
private struct Named: Sink {
  @LazyInjected var byName: [Name: any Sink]

  func labels() throws -> String { try Array($byName.get().values).labels() }
}

private struct Several: Sink {
  let parts: [any Sink]
  init(_ parts: [any Sink]) { self.parts = parts }
  func labels() throws -> String { try parts.labels() }
}

/// What a composite lives in, and who makes it.
enum CompositeKind: CaseIterable, Sendable {
  case singleton, transient, scoped, cached, graph, mainActor

  fileprivate func register(
    in container: Container, as form: Form, _ sync: @escaping @Sendable (FactoryResolver) throws -> any Sink,
    async: @escaping @Sendable (FactoryResolver) async throws -> any Sink
  ) throws {
    switch self {
    case .singleton: try container.register((any Sink).self, scope: .singleton, as: form, sync, async: async)
    case .transient: try container.register((any Sink).self, scope: .transient, as: form, sync, async: async)
    case .scoped: try container.register((any Sink).self, scope: .scoped, as: form, sync, async: async)
    case .cached: try container.register((any Sink).self, scope: .cached("sinks"), as: form, sync, async: async)
    case .graph: try container.register((any Sink).self, scope: .graph, as: form, sync, async: async)
    case .mainActor: try container.register((any Sink).self, .mainActor { r in try sync(r) })
    }
  }
}

extension Faults {
  /// A registration that takes all of its own type is made of the others, whatever it asks through and whenever it reads them.
  @Suite("Composites")
  struct CompositeTests {
    private static func made(async isAsynchronous: Bool = false) throws -> Container {
      try Container { batch in
        batch.contribute((any Sink).self) { _ in Leaf("a") }
        batch.contribute((any Sink).self, scope: .transient) { _ in Leaf("b") }
        if isAsynchronous {
          batch.contribute(
            (any Sink).self,
            .async { _ in
              await Task.yield()
              return Leaf("c")
            })
        }
      }
    }

    /// Asks in a scope, where everything can live.
    ///
    /// - Parameter look: reads the composite before the scope ends.
    private func with<Sight: Sendable>(
      _ container: Container, _ form: Form, _ kind: CompositeKind, _ look: @escaping @Sendable (any Sink) async throws -> Sight
    ) async throws -> Sight {
      let scope = try container.openScope()
      // Nothing is made on the main actor for a thread.
      let caller = kind == .mainActor ? .task : form.caller(0)
      let result: Result<Sight, any Error>
      do {
        result = .success(try await look(try await ask(scope, (any Sink).self, as: caller).value()))
      } catch {
        result = .failure(error)
      }
      await scope.end()
      return try result.get()
    }

    private func labels(_ container: Container, _ form: Form, _ kind: CompositeKind) async throws -> String {
      try await with(container, form, kind) { sink in try sink.labels() }
    }

    @Test(
      "Case 134: a lazy property of a composite leaves it out, read while it is made and later", arguments: Form.allCases,
      CompositeKind.allCases)
    func lazyProperties(_ form: Form, _ kind: CompositeKind) async throws {
      for isGiven in [false, true] where !isGiven || kind != .scoped {
        let container = try Self.made()
        try kind.register(in: container, as: form) { [weak container] r in
          try Composite(try r.resolveAll(), from: isGiven ? container : nil)
        } async: { [weak container] r in
          try Composite(try await r.resolveAll(), from: isGiven ? container : nil)
        }
        #expect(try await labels(container, form, kind) == "ab ab ab", "\(isGiven)")
      }
    }

    @Test("Case 134: a composite of lazy properties alone is made of the others", arguments: Form.allCases, CompositeKind.allCases)
    func lazyAlone(_ form: Form, _ kind: CompositeKind) async throws {
      let container = try Self.made()
      try kind.register(in: container, as: form) { _ in
        Later()
      } async: { _ in
        Later()
      }
      let read = try await with(container, form, kind) { sink in
        guard let sink = sink as? Later else { return [""] }
        return [try sink.labels(), try await sink.labelsInTask()]
      }
      #expect(read == ["ab ab ab", "ab ab"])
      if kind != .scoped, kind != .graph || !form.buildsAsynchronously {
        #expect(try await container.resolveAll((any Sink).self).labels() == "abcomposite")
      }
    }

    @Test("Case 134: lazy properties of a composite leave it out in child containers, in layers and under a name", arguments: Form.allCases)
    func lazyPlaces(_ form: Form) async throws {
      let parent = try Self.made()
      try parent.register((any Sink).self, named: "c") { _ in Leaf("c") }
      let child = Container(parent: parent)
      try child.contribute((any Sink).self) { _ in Leaf("d") }
        .register((any Sink).self, as: form) { _ in try Composite([]) }
      #expect(try await ask(child, (any Sink).self, as: form.caller(0)).value().labels() == " abcd abcd")
      // In the calling task, as a thread of its own is in no layer.
      let layered = try await parent.withOverrides({ batch in
        batch.contribute((any Sink).self) { _ in Leaf("e") }
        if form.buildsAsynchronously {
          batch.register((any Sink).self, .async { _ in try Composite([]) })
        } else {
          batch.register((any Sink).self) { _ in try Composite([]) }
        }
      }) { () async throws in
        try form.buildsAsynchronously ? await parent.resolve((any Sink).self).labels() : parent.resolveNow((any Sink).self).labels()
      }
      #expect(layered == " abce abce")
      try parent.register((any Sink).self, named: "all", as: form) { _ in Named() }
      #expect(try await ask(parent, (any Sink).self, named: "all", as: form.caller(0)).value().labels() == "c")
    }

    @Test(
      "Case 134: a composite that asks through a resolver for child tasks leaves itself out", arguments: Form.allCases,
      CompositeKind.allCases)
    func concurrent(_ form: Form, _ kind: CompositeKind) async throws {
      let container = try Self.made(async: form.buildsAsynchronously && kind != .mainActor)
      try kind.register(in: container, as: form) { r in
        Several(try r.concurrent.resolveNow([any Sink].self))
      } async: { r in
        let r = r.concurrent
        async let first = r.resolve([any Sink].self)
        async let second = r.resolve([any Sink].self)
        let third = try await withThrowingTaskGroup(of: [any Sink].self) { group in
          group.addTask { try await r.resolve([any Sink].self) }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        return Several(try await first + second + third)
      }
      let labels = try await labels(container, form, kind)
      #expect(labels == (form.buildsAsynchronously && kind != .mainActor ? "abcabcabc" : "ab"))
      #expect(container.problems(.afterWarmUp).isEmpty)
    }

    @Test("Case 134: a composite that asks in a scope of its own leaves itself out", arguments: Form.allCases, CompositeKind.allCases)
    func scopes(_ form: Form, _ kind: CompositeKind) async throws {
      let container = try Self.made(async: form.buildsAsynchronously && kind != .mainActor)
      try kind.register(in: container, as: form) { [weak container] _ in
        guard let container else { return Leaf("no container") }
        let scope = try container.openScope()
        let first = try container.withScope { scope in try scope.resolveNow([any Sink].self) }
        let second = try container.withScope { scope in try { try scope.resolveAll((any Sink).self) }() }
        return Several(try first + second + scope.provider([any Sink].self).resolveNow())
      } async: { [weak container] _ in
        guard let container else { return Leaf("no container") }
        let first = try await container.withScope { try await $0.resolve([any Sink].self) }
        let second = try await container.withScope { scope in try await container.resolve([any Sink].self) }
        let scope = try container.openScope()
        let third = try await scope.provider([any Sink].self)()
        await scope.end()
        return Several(first + second + third)
      }
      let labels = try await labels(container, form, kind)
      #expect(labels == (form.buildsAsynchronously && kind != .mainActor ? "abcabcabc" : "ababab"))
    }

    @Test(
      "Case 134: a composite that awaits, and that is decorated and injected, leaves itself out", arguments: Form.allCases,
      CompositeKind.allCases)
    func awaiting(_ form: Form, _ kind: CompositeKind) async throws {
      let container = try Self.made()
      let injected = Guarded<String>("")
      try kind.register(in: container, as: form) { r in
        Several(try r.resolveAll())
      } async: { r in
        await Task.yield()
        return Several(try await r.resolveAll() + Injected<[any Sink]>().get())
      }
      try container.decorate((any Sink).self) { sink, r in
        sink is Several ? Several([try sink.labels(), try r.resolveAll((any Sink).self).labels()].map { Leaf($0) }) : sink
      }
      .registerInjector((any Sink).self) { [weak container] sink, r in
        guard sink is Several, let container else { return }
        let labels = try container.resolveNow([any Sink].self).labels() + Injected<[any Sink]>().get().labels()
        injected.withLock { $0 = labels }
      }
      let labels = try await labels(container, form, kind)
      #expect(labels == (form.buildsAsynchronously && kind != .mainActor ? "ababab" : "abab"))
      #expect(injected.withLock { $0 } == "abab")
    }

    @Test(
      "Case 134: a composite that asks later for all leaves itself out", arguments: Form.allCases,
      [CompositeKind.singleton, .scoped, .cached, .graph])
    func later(_ form: Form, _ kind: CompositeKind) async throws {
      let container = try Self.made()
      let injected = Guarded<String>("")
      try kind.register(in: container, as: form) { _ in
        Several([])
      } async: { _ in
        Several([])
      }
      try container.registerInjector((any Sink).self) { sink, r in
        guard sink is Several else { return }
        r.later([any Sink].self) { sinks in
          let labels = try sinks.labels()
          injected.withLock { $0 = labels }
        }
      }
      _ = try await labels(container, form, kind)
      #expect(injected.withLock { $0 } == "ab")
    }
  }
}

import Holdfast
import HoldfastDiagnostics
import OnceKernel
import TestSupport
import Testing

extension Faults {
  /// What a reference leads to, however that is registered, is had as `resolve` has it.
  @Suite("References to everything that can be registered")
  struct ReferentTests {
    @Test("Case 122: read at once by threads, tasks and the main actor", arguments: Form.allCases, Referent.allCases)
    func together(_ form: Form, _ referent: Referent) async throws {
      for kind in ReferenceKind.allCases {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("referent"))
        try referent.register(name, in: container, ledger)
        try await container.withScope { scope in
          let plain = await Answers(of: referent, form, sync: { try scope.resolveNow(Part.self, named: name) })
          try referent.reset(name, in: container)
          let before = ledger.builds(name)
          let reference = kind.reference(to: name, in: scope)
          let start = Gate("all readers are there")
          var readers = (0..<4).map { index in
            ask(as: form.caller(index), after: start) {
              try reference.readNow()
            } async: {
              try await reference.read()
            }
          }
          // On threads of the pool, which must not park for a task.
          let pooled = form.buildsAsynchronously ? (0..<Machine.cores * 2) : 0..<0
          readers += pooled.map { _ in ask(as: .task, after: start) { try reference.readNow() } }
          readers.append(
            .inTask {
              try await start.pass()
              return try await MainActor.run { try reference.readNow() }
            })
          start.open()
          var parts: [Part] = []
          for reader in readers {
            switch try await reader.result() {
            case .success(let part): parts.append(part)
            case .failure(let error): #expect(plain.codes.contains((error as? ResolutionError)?.code), "\(kind) \(error)")
            }
          }
          #expect(!form.buildsAsynchronously || !parts.isEmpty, "a task always gets a value")
          if kind.isLazy {
            #expect(Set(parts.map(ObjectIdentifier.init)).count <= 1, "\(kind): every reader has the same value")
            #expect(ledger.builds(name) <= before + 1, "\(kind): the factory ran once")
          }
        }
      }
    }

    /// ```
    ///   a task                        the main actor
    ///                                 is busy
    ///   reads: its build is queued
    ///                                 reads synchronously
    /// ```
    @Test(
      "Case 122 M: the main actor does not wait for what waits for the main actor", arguments: Referent.allCases.filter(\.needsMainActor))
    func mainActor(_ referent: Referent) async throws {
      for kind in ReferenceKind.allCases {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("referent"))
        try referent.register(name, in: container, ledger)
        try await container.withScope { scope in
          let reference = kind.reference(to: name, in: scope)
          let isBusy = Gate("the main actor is busy")
          let onMain = Pending<Part>.inTask {
            try await MainActor.run {
              isBusy.open()
              let patience = Patience()
              while kind.isLazy, waiters(of: name) < 0, !patience.isOver {}
              return try reference.readNow()
            }
          }
          try await isBusy.pass()
          let inTask = Pending<Part>.inTask { try await reference.read() }
          let parts = (try await onMain.value(), try await inTask.value())
          if kind.isLazy { #expect(parts.0 === parts.1) }
        }
      }
    }

    /// ```
    ///   a task                        tasks on all threads of the pool
    ///   reads: the factory suspends
    ///                                 read synchronously
    ///                                 a task opens the gate
    /// ```
    @Test("Case 122 A: the pool does not park for what suspends", arguments: Referent.allCases.filter(\.suspends))
    func pool(_ referent: Referent) async throws {
      for kind in ReferenceKind.allCases {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("referent"))
        let (started, go) = (Gate("the factory runs"), Gate("every reader was there"))
        try referent.register(name, in: container, ledger, started: started, go: go)
        try await container.withScope { scope in
          let reference = kind.reference(to: name, in: scope)
          let first = Pending<Part>.inTask { try await reference.read() }
          try await started.pass()
          let others = (0..<Machine.cores * 2).map { _ in Pending<Part>.inTask { try await Self.readNow(reference) } }
          let opener = Pending<Void>.inTask { go.open() }
          try await opener.value()
          for other in others {
            let code = try await other.result().failure?.code
            #expect(code == nil || code == .asyncOnly)
          }
          _ = try await first.value()
        }
      }
    }

    private static func readNow(_ reference: Reference) async throws -> Part {
      func read() throws -> Part { try reference.readNow() }
      return try read()
    }

    /// The compiler picks an asynchronous form in an autoclosure of an asynchronous function, where it cannot be awaited.
    @Test("Case 122 A: each reference has a spelling for synchronous closures and autoclosures of asynchronous functions")
    func spellings() async throws {
      let (container, name) = (Container(), Name.fresh("referent"))
      try container.register(Part.self, named: name, scope: .transient) { _ in Part(name) }
        .register(Part.self, scope: .transient, .factory(taking: Int.self) { _, build in Part(name, build: build) })
      let none: Part? = nil
      let (lazy, wrapper) = (container.lazy(Part.self, named: name), LazyInjected<Part>(named: name, from: container))
      let kept = [try none ?? { try lazy.value() }(), try none ?? { try lazy.value() }()]
      #expect(kept[0] === kept[1])
      let wrapped = [try none ?? { try wrapper.get() }(), try { try wrapper.get() }()]
      #expect(wrapped[0] === wrapped[1])
      #expect(try none ?? { try wrapper.resolve() }() !== wrapped[0])
      let (provider, factory) = (container.provider(Part.self, named: name), container.factory(Part.self, taking: Int.self))
      #expect(try none ?? provider.resolveNow() !== kept[0])
      #expect(try (none ?? factory.resolveNow(7)).build == 7)
      #expect(try { try factory.resolveNow(8).build }() == 8)
    }

    @Test("Case 122: what a lazy reference has built is told of, and what that needs is known", arguments: Form.allCases)
    func told(_ form: Form) async throws {
      for scope in 0..<2 {
        let (container, ledger, names) = (Container(), Ledger(), Name.fresh(3))
        try container.register(Plan(names[2], ledger), as: form)
        let plan = Plan(names[1], ledger, needs: [names[2]])
        if scope == 0 {
          try container.registerTransient(plan, as: form)
        } else if form.buildsAsynchronously {
          try container.register(Part.self, named: names[1], scope: .graph, .async { try await plan.make($0) })
        } else {
          try container.register(Part.self, named: names[1], scope: .graph) { try plan.make($0) }
        }
        let timeline = BuildTimeline(of: container)
        _ = try await ask(as: form.caller(0)) {
          try container.lazy(Part.self, named: names[1]).value()
        } async: {
          try await container.lazy(Part.self, named: names[1]).value()
        }.value()
        #expect(Set(timeline.spans.map(\.key)) == Set(keys(names[1], names[2])))
        #expect(container.graph().edges.map { [$0.from, $0.to] } == [keys(names[1], names[2])])
      }
    }

    @Test("Case 122: a factory of values with arguments answers as resolve does", arguments: Form.allCases)
    func factories(_ form: Form) async throws {
      for isShared in [false, true] {
        for making in 0..<3 {
          let (container, name) = (Container(), Name.fresh("referent"))
          switch (making, isShared) {
          case (0, false):
            try container.register(Part.self, scope: .transient, .factory(taking: Int.self) { _, build in Part(name, build: build) })
          case (0, true): try container.register(Part.self, .factory(taking: Int.self) { _, build in Part(name, build: build) })
          case (1, false):
            try container.register(Part.self, scope: .transient, .async(taking: Int.self) { _, build in Part(name, build: build) })
          case (1, true): try container.register(Part.self, .async(taking: Int.self) { _, build in Part(name, build: build) })
          case (_, false):
            try container.register(Part.self, scope: .transient, .mainActor(taking: Int.self) { _, build in Part(name, build: build) })
          case (_, true): try container.register(Part.self, .mainActor(taking: Int.self) { _, build in Part(name, build: build) })
          }
          let factory = container.factory(Part.self, taking: Int.self)
          for index in 0..<4 {
            let made = try await ask(as: form.caller(index)) {
              try factory.callAsFunction(index)
            } async: {
              try await factory(index)
            }.result()
            switch made {
            case .success(let part): #expect(part.build == index)
            case .failure(let error):
              #expect((error as? ResolutionError)?.code == [nil, .asyncOnly, .mainActorOnly][making])
              #expect(form.caller(index) == .thread && making > 0)
            }
          }
        }
      }
    }
  }
}

extension Result where Failure == any Error {
  fileprivate var failure: ResolutionError? {
    if case .failure(let error) = self { error as? ResolutionError } else { nil }
  }
}

/// What `resolve` answers to the callers of a form.
private struct Answers {
  var codes: Set<ResolutionError.Code?> = []

  init(of referent: Referent, _ form: Form, sync: @escaping @Sendable () throws -> Part) async {
    // A thread of the pool, and any other.
    for caller in [Caller.thread, .task] {
      let code = try? await ask(as: caller, sync).result().failure?.code
      if let code { codes.insert(code) }
    }
    // The main actor's, where that answers otherwise.
    if let code = await MainActor.run(body: { Result(catching: sync).failure?.code }) { codes.insert(code) }
  }
}

/// What a reference leads to.
enum Referent: CaseIterable, Sendable {
  case singleton, cached, scoped, weak, existing
  case transient, graph
  case asyncSingleton, asyncScoped, asyncTransient, asyncGraph
  case mainActorSingleton, mainActorTransient, mainActorGraph
  /// A synchronous factory with an injector of the main actor.
  case injectedTransient, injectedGraph, injectedSingleton
  case forwardToTransient, forwardToAsync, forwardToAsyncTransient, forwardToMainActor, forwardToInjected, forwardTwice, chosenName

  var needsMainActor: Bool {
    switch self {
    case .mainActorSingleton, .mainActorTransient, .mainActorGraph, .injectedTransient, .injectedGraph, .injectedSingleton,
      .forwardToMainActor, .forwardToInjected:
      true
    default: false
    }
  }

  /// Whether its factory suspends.
  var suspends: Bool {
    switch self {
    case .asyncSingleton, .asyncScoped, .asyncTransient, .asyncGraph, .forwardToAsync, .forwardToAsyncTransient, .forwardTwice: true
    default: false
    }
  }

  /// - Parameters:
  ///   - started: opened when a factory that suspends begins.
  ///   - go: passed by it.
  fileprivate func register(_ name: Name, in container: Container, _ ledger: Ledger, started: Gate? = nil, go: Gate? = nil) throws {
    let make: @Sendable (FactoryResolver) -> Part = { _ in Part(name, build: ledger.begin(name)) }
    let makeInTask: @Sendable (FactoryResolver) async throws -> Part = { _ in
      let number = ledger.begin(name)
      started?.open()
      if let go { try await go.pass() } else { await Task.yield() }
      return Part(name, build: number)
    }
    let onMain: @MainActor @Sendable (FactoryResolver) -> Part = { _ in Part(name, build: ledger.begin(name)) }
    let target: Name = "target"
    let forward: () throws -> Void = { try container.forward(Part.self, named: name, to: Part.self, targetNamed: target) { $0 } }
    let inject: () throws -> Void = { try container.registerInjector(Part.self, mainActor: { _, _ in }) }
    switch self {
    case .singleton: try container.register(Part.self, named: name, factory: make)
    case .cached: try container.register(Part.self, named: name, scope: .cached("parts"), factory: make)
    case .scoped: try container.register(Part.self, named: name, scope: .scoped, factory: make)
    case .weak: try container.register(Part.self, named: name, scope: .weak, factory: make)
    case .existing: try container.register(Part.self, named: name, instance: Part(name))
    case .transient: try container.register(Part.self, named: name, scope: .transient, factory: make)
    case .graph: try container.register(Part.self, named: name, scope: .graph, factory: make)
    case .asyncSingleton: try container.register(Part.self, named: name, .async(by: makeInTask))
    case .asyncScoped: try container.register(Part.self, named: name, scope: .scoped, .async(by: makeInTask))
    case .asyncTransient: try container.register(Part.self, named: name, scope: .transient, .async(by: makeInTask))
    case .asyncGraph: try container.register(Part.self, named: name, scope: .graph, .async(by: makeInTask))
    case .mainActorSingleton: try container.register(Part.self, named: name, .mainActor(by: onMain))
    case .mainActorTransient: try container.register(Part.self, named: name, scope: .transient, .mainActor(by: onMain))
    case .mainActorGraph: try container.register(Part.self, named: name, scope: .graph, .mainActor(by: onMain))
    case .injectedTransient:
      _ = try inject()
      try container.register(Part.self, named: name, scope: .transient, factory: make)
    case .injectedGraph:
      _ = try inject()
      try container.register(Part.self, named: name, scope: .graph, factory: make)
    case .injectedSingleton:
      _ = try inject()
      try container.register(Part.self, named: name, factory: make)
    case .forwardToTransient:
      try container.register(Part.self, named: target, scope: .transient, factory: make)
      try forward()
    case .forwardToAsync:
      try container.register(Part.self, named: target, .async(by: makeInTask))
      try forward()
    case .forwardToAsyncTransient:
      try container.register(Part.self, named: target, scope: .transient, .async(by: makeInTask))
      try forward()
    case .forwardToMainActor:
      try container.register(Part.self, named: target, scope: .transient, .mainActor(by: onMain))
      try forward()
    case .forwardToInjected:
      _ = try inject()
      try container.register(Part.self, named: target, scope: .transient, factory: make)
      try forward()
    case .forwardTwice:
      try container.register(Part.self, named: "last", scope: .transient, .async(by: makeInTask))
      try container.forward(Part.self, named: target, to: Part.self, targetNamed: "last") { $0 }
      try forward()
    case .chosenName:
      try container.register(Part.self, named: target, factory: make)
      try container.forward(Part.self, toName: { _ in target })
      try container.forward(Part.self, named: name, to: Part.self) { $0 }
    }
  }

  /// Forgets what a first round has built.
  fileprivate func reset(_ name: Name, in container: Container) throws {
    if self != .existing { try container.resetAll() }
  }
}

enum ReferenceKind: CaseIterable, Sendable {
  case lazy, wrapper, provider

  var isLazy: Bool { self != .provider }

  fileprivate func reference(to name: Name, in scope: Scope) -> Reference {
    switch self {
    case .lazy: .lazy(scope.lazy(named: name))
    case .wrapper: .wrapper(LazyInjected(named: name, from: scope))
    case .provider: .provider(scope.provider(named: name))
    }
  }
}

private enum Reference: Sendable {
  case lazy(Lazy<Part>)
  case wrapper(LazyInjected<Part>)
  case provider(Provider<Part>)

  func readNow() throws -> Part {
    switch self {
    case .lazy(let lazy): try lazy.value()
    case .wrapper(let wrapper): try wrapper.get()
    case .provider(let provider): try provider()
    }
  }

  func read() async throws -> Part {
    switch self {
    case .lazy(let lazy): try await lazy.value()
    case .wrapper(let wrapper): try await wrapper.get()
    case .provider(let provider): try await provider()
    }
  }
}

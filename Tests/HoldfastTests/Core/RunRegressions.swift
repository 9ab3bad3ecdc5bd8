import Holdfast
import HoldfastDefinitions
import OnceKernel
import Testing

extension Regressions {
  /// A run knows its container: what keeps one keeps that.
  @Suite("What runs keep")
  struct RunRegressions {
    @Test("A parent's build that a child asked for keeps no handle of the parent")
    func parentsHandle() async throws {
      let (begun, ends, died) = (Gate("the build has begun"), Gate("the build may end"), Counter())
      let caller: Pending<One>
      do {
        let parent = Container()
        try parent.register(DeinitProbe.self) { _ in DeinitProbe { died.add() } }
        try parent.register(
          One.self,
          .async { _ in
            begun.open()
            try await ends.pass()
            return One()
          })
        let child = Container(parent: parent)
        _ = try parent.resolveNow(DeinitProbe.self)
        caller = Pending.inTask { try await child.resolve(One.self) }
        try await begun.pass()
      }
      caller.cancel()
      _ = try await caller.result()
      // Only the build may still hold a container now.
      defer { ends.open() }
      try await Timeout.until("the parent's instance died") { died.value == 1 }
    }

    @Test("A parent's build that a sealed child asked for keeps nothing of the child")
    func sealedChild() async throws {
      let (begun, ends, died) = (Gate("the build has begun"), Gate("the build may end"), Counter())
      let parent = Container()
      try parent.register(
        One.self,
        .async { _ in
          begun.open()
          try await ends.pass()
          return One()
        })
      let caller: Pending<One>
      do {
        let child = Container(parent: parent)
        try child.register(DeinitProbe.self) { _ in DeinitProbe { died.add() } }
        _ = try child.resolveNow(DeinitProbe.self)
        child.seal()
        caller = Pending.inTask { try await child.resolve(One.self) }
        try await begun.pass()
      }
      let other = Pending.inTask { try await parent.resolve(One.self) }
      caller.cancel()
      _ = try await caller.result()
      defer { ends.open() }
      try await Timeout.until("the child's instance died") { died.value == 1 }
      ends.open()
      _ = try await other.result()
    }

    @Test("A resolver that remembers what it was asked is no circle with its caller")
    func remembered() throws {
      weak var weakRecorder: Recorder?
      let died = Counter()
      do {
        let recorder = Recorder()
        weakRecorder = recorder
        let child = Container(parent: recorder)
        try child.register(DeinitProbe.self) { _ in DeinitProbe { died.add() } }
        _ = try child.resolveNow(DeinitProbe.self)
        child.seal()
        #expect(throws: ResolutionError.self) { try child.resolveNow(Two.self) }
      }
      #expect(weakRecorder == nil)
      #expect(died.value == 1)
    }

    @Test("A kept assembly keeps nothing of the transient's registration that it was made for", arguments: [false, true])
    func transientsRegistration(unregisters: Bool) throws {
      weak var weakScreens: Screens?
      do {
        let screens = Screens()
        weakScreens = screens
        let container = Container()
        try container.register(Screen.self, scope: .transient) { r in
          let screen = Screen(r.assembly(Parts.self))
          screens.all.append(screen)
          return screen
        }
        try container.register(One.self) { r in
          _ = try r.resolve(Screen.self)
          return One()
        }
        _ = try container.resolveNow(One.self)
        #expect(screens.all.count == 1)
        if unregisters {
          try container.unregister(Screen.self)
          try container.reset(One.self)
        }
      }
      #expect(weakScreens == nil)
    }

    private final class Screen {
      let parts: Parts

      init(_ parts: Parts) { self.parts = parts }
    }

    private final class Screens: @unchecked Sendable {  // unchecked: touched by one thread
      var all: [Screen] = []
    }

    private struct Parts: DefinitionAssembly {
      let definitions: Definitions
    }

    /// Has nothing, and remembers each request.
    private final class Recorder: Resolver, @unchecked Sendable {  // unchecked: touched by one thread
      var requests: [Any] = []

      func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
        requests.append(request)
        return try Container().resolve(request)
      }

      nonisolated(nonsending) func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
        requests.append(request)
        return try await Container().resolve(request)
      }

      func contains(_ key: AnyKey) -> Bool { true }
    }
  }
}

import Holdfast
import HoldfastDefinitions
import Testing

/// A weak definition crossed with override layers, scopes, and code that throws.
@Suite("Weak definitions")
struct WeakDefinitionTests {
  private final class Request: Sendable {}

  private final class Config: Sendable {
    let tag: String

    init(_ tag: String) { self.tag = tag }
  }

  private final class Session: Sendable, Disposable {
    let tag: String
    let number: Int

    init(_ tag: String, number: Int = 0) { (self.tag, self.number) = (tag, number) }

    func dispose() async throws { Issue.record("the container disposed of an object that it only watches") }
  }

  /// Holds what it was given, as long as its scope lives.
  private final class Visit: Sendable {
    let session: Session

    init(_ session: Session) { self.session = session }
  }

  private struct Boom: Error {}

  private struct Sessions: DefinitionAssembly {
    let definitions: Definitions

    var current: Session {
      get throws { try define(scope: .weakObject) { Session(try resolver.resolve(Config.self).tag) } }
    }
    func numbered(_ number: Int) throws -> Session {
      try define(with: number, scope: .weakObject) { Session(try resolver.resolve(Config.self).tag, number: number) }
    }
    var ofRequest: Session {
      get throws {
        try define(scope: .weakObject) {
          _ = try resolver.resolve(Request.self)
          return Session("request")
        }
      }
    }
    func made(_ make: () throws -> Session, configure: (Session) throws -> Void = { _ in }) throws -> Session {
      try define(scope: .weakObject, key: "made", make, configure: configure)
    }
    func made(_ number: Int, _ make: () throws -> Session) throws -> Session {
      try define(with: number, scope: .weakObject, key: "made with", make)
    }
  }

  private static func makeContainer() throws -> Container {
    try Container { batch in
      batch.register(Config.self) { _ in Config("real") }
      batch.register(Request.self, scope: .scoped) { _ in Request() }
      batch.register(Visit.self, scope: .scoped) { r in Visit(try r.assembly(Sessions.self).current) }
      batch.register(Visit.self, named: "request", scope: .scoped) { r in Visit(try r.assembly(Sessions.self).ofRequest) }
    }
  }

  private static let fake: @Sendable (Batch) -> Void = { $0.register(Config.self) { _ in Config("fake") } }

  // MARK: Layers

  @Test(
    "A layer has a weak object of its own, made with the overrides, and the live one is as it was afterwards", arguments: [false, true])
  func layer(isSealed: Bool) async throws {
    let container = try Self.makeContainer()
    if isSealed { container.seal() }
    let sessions = container.assembly(Sessions.self)
    let (live, five) = (try sessions.current, try sessions.numbered(5))
    #expect(live.tag == "real" && five.tag == "real")
    let kept = try container.withOverrides(Self.fake) { () throws in
      let inner = container.assembly(Sessions.self)
      let (own, other) = (try inner.current, try inner.numbered(5))
      #expect(own.tag == "fake" && other.tag == "fake" && own !== live)
      #expect(try sessions.current === own, "an assembly that was made outside sees the layer here")
      #expect(try sessions.numbered(5) === other)
      return own
    }
    #expect(try sessions.current === live)
    #expect(try sessions.numbered(5) === five)
    #expect(kept.tag == "fake")
    #expect(try await container.shutdown().isClean)
  }

  @Test("An assembly that was made inside a layer gives no weak object after the end of the layer")
  func overLayer() throws {
    let container = try Self.makeContainer()
    let live = try container.assembly(Sessions.self).current
    var left: Sessions?
    let kept = try container.withOverrides(Self.fake) { () throws in
      let sessions = container.assembly(Sessions.self)
      left = sessions
      return (try sessions.current, try sessions.numbered(5))
    }
    let sessions = try #require(left)
    #expect(try failure { try sessions.current }.code == .shutDown)
    #expect(try failure { try sessions.numbered(5) }.code == .shutDown)
    withExtendedLifetime((live, kept)) {}
  }

  @Test("A weak object that is released inside a layer is made anew there, with the overrides")
  func releasedInLayer() throws {
    let container = try Self.makeContainer()
    let sessions = container.assembly(Sessions.self)
    let live = try sessions.current
    try container.withOverrides(Self.fake) { () throws in
      weak var gone: Session?
      do { gone = try sessions.current }
      #expect(gone == nil)
      let again = try sessions.current
      #expect(again.tag == "fake" && again !== live)
    }
    #expect(try sessions.current === live)
  }

  @Test("A layer replaces a weak definition, with and without arguments, by a weak registration of its name")
  func overridden() throws {
    let container = try Self.makeContainer()
    let sessions = container.assembly(Sessions.self)
    let live = try sessions.current
    let override: @Sendable (Batch) -> Void = {
      $0.register(Session.self, named: .definition("current", of: Sessions.self), scope: .weakObject) { _ in Session("double") }
      $0.register(
        Session.self, named: .definition("numbered(_:)", of: Sessions.self), scope: .weakObject,
        .factory(taking: Int.self) { _, number in
          Session("double", number: number)
        })
    }
    try container.withOverrides(override) { () throws in
      weak var gone: Session?
      do {
        let double = try sessions.current
        #expect(double.tag == "double")
        #expect(try sessions.current === double)
        gone = double
      }
      #expect(gone == nil)
      let three = try sessions.numbered(3)
      #expect(three.tag == "double" && three.number == 3)
      #expect(try sessions.numbered(3) === three)
    }
    #expect(try sessions.current === live)
    #expect(try sessions.numbered(3).tag == "real")
  }

  // MARK: Scopes

  @Test("Two scopes get one weak object, which lives as long as one of them holds it and is disposed of by neither")
  func scopes() async throws {
    let container = try Self.makeContainer()
    let (first, second) = (try container.openScope(), try container.openScope())
    weak var watched: Session?
    do {
      let session = try await first.resolve(Visit.self).session
      #expect(try await second.resolve(Visit.self).session === session)
      #expect(try container.assembly(Sessions.self).current === session)
      watched = session
    }
    await first.end()
    #expect(watched != nil)
    #expect(try container.assembly(Sessions.self).current === watched)
    await second.end()
    try await Timeout.until("the session is released") { watched == nil }
    #expect(try container.assembly(Sessions.self).current.tag == "real")
    #expect(try await container.shutdown().isClean)
  }

  @Test("A weak definition cannot have a scope's values, as it may outlive the scope")
  func captive() async throws {
    let container = try Self.makeContainer()
    let scope = try container.openScope()
    let error = try failure { try scope.resolveNow(Visit.self, named: "request") }
    #expect(error.code == .outsideScope && error.key == AnyKey(Request.self))
    // The failure leaves nothing behind.
    #expect(try failure { try container.assembly(Sessions.self).ofRequest }.code == .outsideScope)
    #expect(try scope.resolveNow(Visit.self).session.tag == "real")
    await scope.end()
  }

  @Test("In a layer a scope gets the layer's weak object, also a scope that was opened outside the layer")
  func scopeInLayer() async throws {
    let container = try Self.makeContainer()
    let scope = try container.openScope()
    let live = try await scope.resolve(Visit.self).session
    try await container.withOverrides(Self.fake) { () async throws in
      let fake = try await scope.resolve(Visit.self).session
      #expect(fake.tag == "fake" && fake !== live)
      try await container.withScope { inner async throws in
        #expect(try await inner.resolve(Visit.self).session === fake)
      }
    }
    #expect(try await scope.resolve(Visit.self).session === live)
    await scope.end()
  }

  // MARK: Code that throws

  @Test("If a weak definition's code throws, the caller gets the error, nothing is kept, and the next caller tries again")
  func throwing() throws {
    let container = try Self.makeContainer()
    let sessions = container.assembly(Sessions.self)
    for _ in 0..<2 {
      let error = try failure { try sessions.made { throw Boom() } }
      #expect(error.code == .factoryFailed && error.underlying is Boom)
      #expect(try failure { try sessions.made(1) { throw Boom() } }.underlying is Boom)
    }
    weak var broken: Session?
    let error = try failure {
      try sessions.made {
        Session("broken")
      } configure: { session in
        broken = session
        throw Boom()
      }
    }
    #expect(error.underlying is Boom)
    #expect(broken == nil)
    let session = try sessions.made { Session("whole") }
    #expect(session.tag == "whole")
    #expect(try sessions.made { throw Boom() } === session, "it is there, so the code does not run")
    let one = try sessions.made(1) { Session("whole", number: 1) }
    #expect(try sessions.made(1) { throw Boom() } === one)
  }

  @Test("If a weak definition's code throws in a layer, the live object is still there")
  func throwingInLayer() throws {
    let container = try Self.makeContainer()
    let sessions = container.assembly(Sessions.self)
    let live = try sessions.made { Session("live") }
    container.withOverrides(Self.fake) { () -> Void in
      #expect(throws: ResolutionError.self) { try sessions.made { throw Boom() } }
      #expect(throws: ResolutionError.self) {
        try sessions.made {
          Session("broken")
        } configure: { _ in
          throw Boom()
        }
      }
      #expect((try? sessions.made { Session("layer") })?.tag == "layer")
    }
    #expect(try sessions.made { throw Boom() } === live)
  }

  /// ```
  ///   first caller           second caller
  ///   make begins, waits
  ///                          joins
  ///   make throws
  ///   gets the error         gets the same error
  /// ```
  @Test("A caller that waits for a weak definition gets the error of its code", arguments: [false, true])
  func throwingForWaiters(takesArguments: Bool) async throws {
    let container = try Self.makeContainer()
    let (begun, go) = (Gate("the definition's code runs"), Gate("go on"))
    @Sendable func ask(_ make: @Sendable () throws -> Session) throws -> Session {
      let sessions = container.assembly(Sessions.self)
      return takesArguments ? try sessions.made(1, make) : try sessions.made(make)
    }
    let first = Pending.onThread {
      try ask {
        begun.open()
        try go.block()
        throw Boom()
      }
    }
    try await begun.pass()
    let second = Pending.onThread { try ask { Session("second") } }
    let name = Name.definition(takesArguments ? "made with" : "made", of: Sessions.self)
    try await Timeout.until("the second caller waits") { Regressions.waiters(name) == 1 }
    go.open()
    for caller in [first, second] { #expect(try await caller.error().underlying is Boom) }
    #expect(try await onThread { try ask { Session("again") }.tag } == "again")
  }
}

import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

@Suite("The end of a scope")
struct ScopeEndTests {
  private struct Page {
    @Injected var part: Part
  }

  private struct Token: ~Copyable {
    let number: Int
  }

  private enum Refusal: Error {
    case full
  }

  @TaskLocal private static var trace = "none"

  private let container = Container()
  private let journal = Chronicle()

  private func registerTransaction(scope: Sharing = .scoped) throws {
    let journal = journal
    try container.register(
      Part.self,
      scope: scope.lifetime(dispose: { _, ending in journal.note("\(ending.error == nil ? "\(ending)" : "failed"), \(Self.trace)") }),
      .async { _ in
        journal.note("begin, \(Self.trace)")
        return Part("transaction")
      })
  }

  @Test("A disposer learns whether its scope ended normally or with which error")
  func outcome() async throws {
    try registerTransaction()
    try await container.withScope { scope in _ = try await scope.resolve(Part.self) }
    await #expect(throws: Refusal.full) {
      try await container.withScope { scope in
        _ = try await scope.resolve(Part.self)
        throw Refusal.full
      }
    }
    try await Self.$trace.withValue("traced") {
      let scope = try container.openScope()
      _ = try await scope.resolve(Part.self)
      await scope.end(.failed(Refusal.full))
    }
    #expect(
      journal.all == [
        "begin, none", "completed, none", "begin, none", "failed, none", "begin, traced", "failed, traced",
      ])
  }

  @Test("Disposers of every form of registration can be told the ending")
  func everyForm() async throws {
    let journal = journal
    @Sendable func told(_ number: Int) -> @Sendable (Part, Ending) async throws -> Void {
      { _, ending in journal.note("\(number) \(ending.error == nil ? "\(ending)" : "failed")") }
    }
    try container
      .register(Part.self, named: "1", scope: .scoped(dispose: told(1)), .mainActor { _ in Part("main") })
      .register(Part.self, named: "2", scope: .scoped(dispose: told(2)), .isolated { @MainActor _ in Part("isolated") })
      .register(Part.self, scope: .scoped(dispose: told(3)), .factory(taking: Int.self) { _, _ in Part("of a number") })
      .register(Part.self, scope: .scoped(dispose: told(4)), .async(taking: String.self) { _, _ in Part("of a text") })
      .register(Part.self, named: "5", scope: .scoped(dispose: told(5)), .wired { Part("wired") })
      .register(Part.self, named: "6", scope: .scoped(dispose: { try await told(6)($0, $1) }), .wired { Part("wired") })
      .register(
        Part.self, named: "7", scope: .scoped(dispose: { _, ending in journal.note("7 \(ending.error == nil)") }),
        .wired { Part("wired") }
      )
      .register(
        Part.self, named: "8", scope: .scoped(dispose: { _, ending in journal.note("8 \(ending.error == nil)") }),
        .asyncWired { () async in Part("wired") })
    await #expect(throws: Refusal.full) {
      try await container.withScope { scope in
        for name in ["1", "2", "5", "6", "7", "8"] as [Name] { _ = try await scope.resolve(Part.self, named: name) }
        _ = try await scope.resolve(Part.self, with: 7)
        _ = try await scope.resolve(Part.self, with: "text")
        throw Refusal.full
      }
    }
    #expect(journal.all == ["4 failed", "3 failed", "8 false", "7 false", "6 failed", "5 failed", "2 failed", "1 failed"])
  }

  @Test("Each value of a type is asked by itself whether it is disposable")
  func disposables() async throws {
    class Plain: @unchecked Sendable {}  // unchecked: its subclasses have no mutable state
    final class Closing: Plain, Disposable, @unchecked Sendable {  // unchecked: it has no variables
      let journal: Chronicle
      let name: String
      init(_ journal: Chronicle, _ name: String) { (self.journal, self.name) = (journal, name) }
      func dispose() async throws { journal.note(name) }
    }
    let journal = journal
    for turn in 1...2 {
      let container = Container()
      try container
        .register(Plain.self, named: "plain", scope: .scoped) { _ in Plain() }
        .register(Plain.self, named: "closing", scope: .scoped) { _ in Closing(journal, "as its superclass") }
        .register((any Sendable).self, named: "plain", scope: .scoped) { _ in turn }
        .register((any Sendable).self, named: "closing", scope: .scoped) { _ in Closing(journal, "as anything") }
        .register([Plain?].self, scope: .scoped) { _ in [nil] }
      try await container.withScope { scope in
        for name in ["plain", "closing"] as [Name] {
          _ = try await scope.resolve(Plain.self, named: name)
          _ = try await scope.resolve((any Sendable).self, named: name)
        }
        _ = try await scope.resolve([Plain?].self)
      }
    }
    #expect(journal.all == ["as anything", "as its superclass", "as anything", "as its superclass"])
  }

  /// How a scope ends.
  enum End: CaseIterable, Sendable {
    case awaited, synchronous, released
  }

  @Test("A disposer is served what could not be built before, however its scope ends", arguments: End.allCases)
  func servedAfterFailure(_ end: End) async throws {
    struct Asking: Disposable {
      let part: Provider<Part>
      let journal: Chronicle
      func dispose() async throws {
        _ = try part.resolveNow()
        journal.note("asks for the part")
      }
    }
    let (journal, attempts) = (journal, Counter())
    try container
      .register(Part.self, scope: .scoped(dispose: { _ in journal.note("disposes of the part") })) { _ in
        attempts.add()
        if attempts.value == 1 { throw Refusal.full }
        return Part("part")
      }
      .register(Asking.self, scope: .scoped) { r in Asking(part: r.provider(), journal: journal) }
    var scope: Scope? = try container.openScope()
    _ = try scope?.resolveNow(Asking.self)
    #expect(throws: ResolutionError.self) { try scope?.resolveNow(Part.self) }
    switch end {
    case .awaited: await scope?.end()
    case .synchronous: _ = scope.map { $0.end() as Bool }
    case .released: break
    }
    scope = nil
    #expect(try await container.shutdown(deadline: nil).isClean)
    #expect(journal.all == ["asks for the part", "disposes of the part"])
  }

  @Test("A scope in which nothing is to be disposed of ends at once, also where something could not be built")
  func endsAtOnce() throws {
    try container
      .register(Part.self, named: "failing", scope: .scoped) { _ in throw Refusal.full }
      .register(Part.self, scope: .scoped) { _ in Part("part") }
    container.withScope { scope in
      _ = try? scope.resolveNow(Part.self)
      #expect(throws: ResolutionError.self) { try scope.resolveNow(Part.self, named: "failing") }
    }
    #expect(container.openScopes == 0)
  }

  @Test("What lives in a container learns of its reset and of the shutdown, and sees no task-local values")
  func containerEnding() async throws {
    try registerTransaction(scope: .singleton)
    try await Self.$trace.withValue("traced") {
      _ = try await container.resolve(Part.self)
      try container.reset(Part.self)
      _ = try await container.resolve(Part.self)
      try await container.shutdown(deadline: nil)
    }
    #expect(journal.all.sorted() == ["begin, none", "begin, none", "reset, none", "shutDown, none"])
  }

  @Test("Asynchronous values and disposers of a scope see the task-local values of the task that asks and of the task that ends")
  func taskLocals() async throws {
    try registerTransaction()
    let scope = try container.openScope()
    try await Self.$trace.withValue("asks") { _ = try await scope.resolve(Part.self) }
    _ = Self.$trace.withValue("ends") { scope.end() as Bool }
    #expect(try await container.shutdown(deadline: nil).isClean)
    #expect(journal.all == ["begin, asks", "completed, ends"])
  }

  @Test("withCurrent makes the scope current in its task tree, and in a detached task inside it")
  func current() async throws {
    try container.register(Part.self, scope: .scoped) { _ in Part("request") }
    let scope = try container.openScope()
    let part = try await scope.resolve(Part.self)
    try await scope.withCurrent { () async throws in
      #expect(Page().part === part)
      async let child = Page().part
      #expect(await child === part)
      #expect(try await Container.currentResolver().resolve(Part.self) === part)
    }
    let detached = Task.detached { scope.withCurrent { Page().part } }
    #expect(await detached.value === part)
    try await container.withScope { other async throws in
      #expect(scope.withCurrent { Page().part } === part)
      #expect(try await other.resolve(Part.self) === Page().part)
    }
    let last = await scope.endAfter { Page().part }
    #expect(last === part)
    let again = await scope.end()
    #expect(!again)
  }

  @Test("A shutdown from where a scope was made current begins and does not wait for it")
  func shutdown() async throws {
    let (first, second) = (Container(), Container())
    let scope = try first.openScope()
    try await second.withScope { _ in
      try await scope.withCurrent { () async throws in
        #expect(try await second.shutdown(deadline: .seconds(200)).isUnderway)
        #expect(try await first.shutdown(deadline: .seconds(200)).isUnderway)
      }
    }
    await scope.end()
    #expect(try await first.shutdown(deadline: nil).isClean)
    #expect(try failure { try first.openScope() }.code == .shutDown)
  }

  @Test("Operations in scopes, layers and current containers throw their own error, and return what cannot be copied")
  func typed() async throws {
    let full: Refusal
    do throws(Refusal) {
      try container.withScope { (_: Scope) throws(Refusal) in throw .full }
      full = .full
    } catch { full = error }
    #expect(full == .full)
    let inLayer: Refusal
    do throws(Refusal) {
      try container.withOverrides({ $0.register(Int.self, instance: 1) }) { () throws(Refusal) in throw .full }
      inLayer = .full
    } catch { inLayer = error }
    #expect(inLayer == .full)
    let token = await container.withScope { (_: Scope) async in Token(number: 1) }
    let current = await container.withCurrent { () async in Token(number: 2) }
    let layered = await container.withOverrides({ $0.register(Int.self, instance: 1) }, operation: { () async in Token(number: 3) })
    let numbers = [token.number, current.number, layered.number]
    #expect(numbers == [1, 2, 3])
  }

  @Test("Overrides that cannot be applied are an error before the operation runs, or of all that it resolves where it cannot throw that")
  func invalidOverrides() async throws {
    let (container, journal) = (container, journal)
    try container.register(Part.self) { _ in Part("live") }
    @Sendable func override(_ batch: Batch) {
      batch.register(Part.self, instance: Part("fake"))
      batch.register(Int?.self) { _ in nil }
    }
    #expect(try failure { try container.withOverrides(override) { () throws in journal.note("run") } }.code == .invalidKey)
    do throws(ResolutionError) {
      try await container.withOverrides(override) { () async throws(ResolutionError) in journal.note("run") }
    } catch {
      journal.note("\(error.code)")
    }
    #expect(journal.all == ["invalidKey"])
    func resolve() -> ResolutionError.Code? {
      do throws(ResolutionError) { _ = try container.resolveNow(Part.self) } catch { return error.code }
      return nil
    }
    let both: [ResolutionError.Code?] = container.withOverrides(override) { [resolve(), resolve()] }
    #expect(both == [.invalidKey, .invalidKey])
    let child = Container(parent: container)
    try child.register(Double.self) { _ in 1 }
    let ofChild: ResolutionError.Code? = container.withOverrides(override) {
      do throws(ResolutionError) { _ = try child.resolveNow(Double.self) } catch { return error.code }
      return nil
    }
    #expect(ofChild == .invalidKey)
    let codes: [ResolutionError.Code?] = await container.withOverrides(override) { () async in
      do throws(ResolutionError) { _ = try await container.resolve(Part.self) } catch { return [error.code, resolve()] }
      return []
    }
    #expect(codes == [.invalidKey, .invalidKey])
    #expect(try container.resolveNow(Part.self).name == "live")
    #expect(try await container.shutdown(deadline: nil).isClean)
  }

  @Test("The first part of a scope's work ends it only with an error, which its disposers are told")
  func firstPart() async throws {
    try registerTransaction()
    let kept = try container.openScope()
    let part = try await kept.endOnError {
      let part = try await kept.resolve(Part.self)
      #expect(Page().part === part)
      return part
    }
    #expect(try await kept.resolve(Part.self) === part)
    #expect(await kept.end())
    let failed = try container.openScope()
    let full: Refusal
    do throws(Refusal) {
      full = try await failed.endOnError { () async throws(Refusal) -> Refusal in
        _ = try? await failed.resolve(Part.self)
        throw .full
      }
    } catch { full = error }
    #expect(full == .full)
    let isEndedHere: Bool = await failed.end()
    #expect(!isEndedHere)
    #expect(journal.all == ["begin, none", "completed, none", "begin, none", "failed, none"])
  }

  @Test("Opening and ending are events, with how long and how much")
  func events() async throws {
    try registerTransaction()
    let told = Guarded<[String]>([])
    let observation = container.observe { event in
      switch event.kind {
      case .scopeOpened(let scope): told.withLock { $0.append("opened \(scope.kind?.name ?? "-") at \(scope.site.line)") }
      case .scopeEnded(let scope, let ending, let duration, let instances):
        told.withLock { $0.append("ended \(scope.kind?.name ?? "-"), \(ending), \(instances)") }
        #expect(duration > .zero)
      default: break
      }
    }
    let line = #line + 1
    try await container.withScope("request") { scope in
      #expect(container.openScopes == 1)
      _ = try await scope.resolve(Part.self)
    }
    #expect(container.openScopes == 0)
    #expect(told.withLock { $0 } == ["opened request at \(line)", "ended request, completed, 1"])
    observation.cancel()
  }
}

import Holdfast
import HoldfastStress

/// Scopes opened and closed all the time, one inside the other and side by side: each has values of its own, and disposes of them once.
///
/// In a scope a desk is resolved, a lamp that stands on it and, asynchronously, a chair before it; all callers in the scope get the same
/// desk, which no other scope has seen. When an asynchronous scope has ended all three are disposed of, the desk last; a synchronous one
/// leaves that to a task. A straggler that resolves while its scope ends gets its value or is told that it is over. The container itself,
/// and the one singleton, never see a scoped value. While a task resolves red sheets, the registrations of the red and the blue one are replaced,
/// and blue ones resolved: it sees no blue one. A sheet that no other task registers is always the last one that was.
final class ScopeChurn: ContainerWorkload {
  static let name = "scope-churn"
  static let summary = "scopes open and end, nested and side by side: each has values of its own, disposed of once"
  static let acts = 8

  private let ledger: Ledger
  private let container = Container()
  var containers: [Container] { [container] }
  private let disposals: Disposals
  private let scopes = KeyState()
  private let hub = KeyState()

  private let defect: Defect?

  init(_ setting: Setting, _ defect: Defect?) {
    ledger = setting.ledger
    self.defect = defect
    disposals = Disposals(setting.ledger, defect)
  }

  func prepare() throws {
    let (ledger, disposals, hub) = (ledger, disposals, hub)
    let times = defect == .disposesTwice ? 2 : 1
    let disposeDesk: @Sendable (ScopedDesk) async throws -> Void = { desk in for _ in 0..<times { desk.dispose(disposals) } }
    let deskScope: Lifetime<ScopedDesk> =
      defect == .sharesScoped ? .singleton(dispose: disposeDesk) : .scoped(dispose: disposeDesk)
    try container.registerAll { batch in
      batch.register(scope: deskScope) { _ in
        ScopedDesk(disposals.make(key: 0), ledger)
      }
      batch.register(scope: .scoped(dispose: { $0.dispose(disposals) })) { resolver in
        // The desk comes first: what was made must not be lost when there is none.
        let desk: ScopedDesk = try resolver.resolve()
        return ScopedItem<Lamp>(disposals.make(key: 1), on: desk)
      }
      batch.register(
        scope: .scoped(dispose: { $0.dispose(disposals) }),
        .async { resolver in
          await Task.yield()
          let desk: ScopedDesk = try await resolver.resolve()
          return ScopedItem<Chair>(disposals.make(key: 2), on: desk)
        })
      batch.register(Tracked.self) { resolver in
        let isTold = Answer.of { () throws(ResolutionError) in try resolver.resolve(ScopedDesk.self) }.code == .outsideScope
        ledger.check(isTold, .scopeApart, "the factory of a singleton got the value of a scope")
        ledger.check(hub.nextNumber() == 1, .oneBuild, "the singleton is built again")
        return Tracked(key: 3, in: ledger)
      }
    }
    for color in Sheet.Color.allCases { try Sheet.register(color, in: container) }
  }

  func act(_ number: Int, by worker: Worker) {
    if number == 0 { return stayOut(worker) }
    let mark = scopes.nextNumber()
    container.withScope { scope in
      let desk = use(scope, mark, by: worker)
      if number < 3 { judge(Blocking.run { await Self.chair(in: scope) }, mark, by: worker) }
      if number == 3 { nest(in: scope, by: worker) }
      if number == 4 { straggle(in: scope) } else { desk?.endsInOrder.set() }
      if number == 5 { Blocking.run { [container, ledger] in await Self.shuffle(container, in: scope, mark, ledger) } }
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    if number == 0 { return stayOut(worker) }
    if number == 1 { return act(7, by: worker) }
    let mark = scopes.nextNumber()
    let desk = await container.withScope { scope in
      let desk = use(scope, mark, by: worker)
      if number < 4 {
        async let other = Self.chair(in: scope)
        judge(await Self.chair(in: scope), mark, by: worker)
        judge(await other, mark, by: worker)
      }
      if number == 4 { nest(in: scope, by: worker) }
      if number == 5 {
        straggle(in: scope)
      } else {
        desk?.endsInOrder.set()
      }
      if number == 6 { await Self.shuffle(container, in: scope, mark, ledger) }
      return desk
    }
    if let desk { worker.check(desk.tracked.isClaimed, .allDisposed, "desk \(desk.tracked.serial) outlives its scope") }
  }

  func finish() {
    disposals.finish(container)
  }

  /// Resolves in a scope, twice, and checks that no other scope has seen what comes of it.
  private func use(_ scope: Scope, _ mark: UInt64, by worker: Worker) -> ScopedDesk? {
    let answer = Answer.of { () throws(ResolutionError) in
      (try scope.resolve(ScopedDesk.self), try scope.resolve(ScopedItem<Lamp>.self), try scope.resolve(ScopedDesk.self))
    }
    guard let (desk, lamp, again) = worker.value(of: answer, what: "resolving in a scope") else { return nil }
    worker.check(desk === again && lamp.desk === desk, .oneObject, "one scope has two desks")
    judge(desk, mark, by: worker)
    let singleton = Answer.of { () throws(ResolutionError) in try scope.resolve(Tracked.self) }
    worker.check(singleton.value?.key == 3, .noSurprise, "the singleton failed in a scope: \(singleton)")
    return desk
  }

  /// Opens a scope inside this one and checks that their values differ.
  private func nest(in scope: Scope, by worker: Worker) {
    let mark = scopes.nextNumber()
    let outer = Answer.of { () throws(ResolutionError) in try scope.resolve(ScopedDesk.self) }
    let inner = scope.withScope { inner in
      let desk = use(inner, mark, by: worker)
      desk?.endsInOrder.set()
      return desk
    }
    worker.check(outer.value !== inner, .scopeApart, "an inner scope has the desk of the outer one")
  }

  /// Resolves in a task that does not care when the scope ends.
  private func straggle(in scope: Scope) {
    let ledger = ledger
    Task {
      let answer = await Self.chair(in: scope)
      let isAllowed = answer.value != nil || answer.code == .shutDown
      ledger.check(isAllowed, .allowedError, "a straggler in a scope that ended failed in another way: \(answer)")
    }
  }

  /// Asks for scoped values where there is no scope, and in one that has ended.
  private func stayOut(_ worker: Worker) {
    let outside = Answer.of { () throws(ResolutionError) in try container.resolve(ScopedItem<Lamp>.self) }
    worker.check(outside.code == .outsideScope, .scopeApart, "a scoped value outside every scope: \(outside)")
    let ended = container.withScope { $0 }
    let late = Answer.of { () throws(ResolutionError) in try ended.resolve(ScopedItem<Lamp>.self) }
    worker.check(late.code == .shutDown, .scopeApart, "a scoped value of a scope that had ended: \(late)")
  }

  /// Replaces the registrations of sheets while another task resolves some: a freed registration's memory becomes the next one.
  private static func shuffle(_ container: Container, in scope: Scope, _ mark: UInt64, _ ledger: Ledger) async {
    async let reading: Void = {
      for _ in 0..<100 { Sheet.check(.red, in: scope, ledger) }
    }()
    // Several, so that one of them gets the memory that the red one has left.
    let own = (0..<8).map { Name("\(mark).\($0)") }
    for edition in 0..<20 {
      for color in Sheet.Color.allCases { try? Sheet.register(color, in: container) }
      for name in own {
        try? Sheet.register(.blue, named: name, edition: edition, in: container)
        Sheet.checkOptional(.blue, named: name, edition: edition, in: scope, ledger)
      }
      Sheet.check(.blue, in: scope, ledger)
      // The third time a scope knows the path.
      for _ in 0..<3 { Sheet.check(.blue, named: own[edition % own.count], edition: edition, in: scope, ledger) }
    }
    for name in own { _ = try? container.unregister(Sheet.self, named: name) }
    await reading
  }

  private static func chair(in scope: Scope) async -> Answer<ScopedItem<Chair>> {
    await Answer.of { () async throws(ResolutionError) in try await scope.resolve(ScopedItem<Chair>.self) }
  }

  private func judge(_ answer: Answer<ScopedItem<Chair>>, _ mark: UInt64, by worker: Worker) {
    if let chair = worker.value(of: answer, what: "an asynchronous resolve in a scope") { judge(chair.desk, mark, by: worker) }
  }

  private func judge(_ desk: ScopedDesk, _ mark: UInt64, by worker: Worker) {
    worker.check(desk.tracked.isIntact, .intact, "a desk is not wholly built")
    let owner = desk.scope.settle(on: mark)
    worker.check(owner == mark, .scopeApart, "scope \(mark) has the desk of scope \(owner)")
    worker.check(!desk.tracked.isClaimed, .scopeApart, "desk \(desk.tracked.serial) is disposed of while its scope is open")
  }
}

/// What is registered again and again, in two colors and by names of its own.
private final class Sheet: Sendable {
  enum Color: CaseIterable { case red, blue }

  private let color: Color
  private let edition: Int

  private init(_ color: Color, _ edition: Int) {
    self.color = color
    self.edition = edition
  }

  static func register(_ color: Color, named name: Name? = nil, edition: Int = 0, in container: Container) throws(ResolutionError) {
    try container.register(Sheet.self, named: name ?? self.name(color), scope: .scoped) { _ in Sheet(color, edition) }
  }

  static func check(_ color: Color, named name: Name? = nil, edition: Int = 0, in scope: Scope, _ ledger: Ledger) {
    let answer = Answer.of { () throws(ResolutionError) in try scope.resolve(Sheet.self, named: name ?? self.name(color)) }
    judge(answer.value, "\(answer)", color, edition, ledger)
  }

  /// Asks for an optional sheet: no registration has that key, so the scope builds without having looked among its instances.
  static func checkOptional(_ color: Color, named name: Name, edition: Int, in scope: Scope, _ ledger: Ledger) {
    let answer = Answer.of { () throws(ResolutionError) in try scope.resolve(Sheet?.self, named: name) }
    judge(answer.value ?? nil, "\(answer)", color, edition, ledger)
  }

  private static func judge(_ sheet: Sheet?, _ answer: @autoclosure () -> String, _ color: Color, _ edition: Int, _ ledger: Ledger) {
    let got = sheet.map { "\($0.color), edition \($0.edition)" } ?? answer()
    let isRight = sheet?.color == color && sheet?.edition == edition
    ledger.check(isRight, .asAsked, "a caller asked for a \(color) sheet, edition \(edition), and got \(got)")
  }

  private static func name(_ color: Color) -> Name { color == .red ? "red" : "blue" }
}

/// Marks one kind of scoped item.
private enum Lamp {}

/// Marks another one.
private enum Chair {}

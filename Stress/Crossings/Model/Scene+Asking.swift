import Holdfast
import Searching

extension Scene {
  /// Asks on this thread for the thing with this number, as the program's things surround it.
  func askNow(_ index: Int = 0) {
    let began = book.tick()
    do { try Question(scene: self, need: needs[index]).now(.container(container)) } catch { failed(error, began) }
  }

  /// Asks in this task.
  func askLater(_ index: Int = 0, whenQuiet: Bool = false) async {
    let began = book.tick()
    do { try await Question(scene: self, need: needs[index]).later(.container(container)) } catch { failed(error, began, whenQuiet) }
  }

  // MARK: The question itself

  /// - Parameter isInUse: whether `asker` is a scope that stays open until this returns.
  fileprivate func inquireNow(_ asker: Asker, _ need: Need, isInUse: Bool = false) throws {
    let began = book.tick()
    let first = try need.access.now(asker)
    judge(first, asker, need, began)
    for reference in first.references { try use(reference, first) { try reference.now?() } }
    let second = try need.access.now(asker)
    judgeTwo(first, second, need)
    if isInUse {
      dawdle()
      judgeUse([first, second])
    }
  }

  /// - Parameter isInUse: whether `asker` is a scope that stays open until this returns.
  nonisolated(nonsending) fileprivate func inquireLater(_ asker: Asker, _ need: Need, isInUse: Bool = false) async throws {
    let began = book.tick()
    let first = try await need.access.later(asker)
    judge(first, asker, need, began)
    for reference in first.references { try await useLater(reference, first) }
    let second = try await need.access.later(asker)
    judgeTwo(first, second, need)
    if isInUse {
      await linger()
      judgeUse([first, second])
    }
  }

  private func use(_ reference: Reference, _ owner: Tracked, _ get: () throws -> Tracked?) throws {
    do {
      guard let value = try get() else { return }
      if reference.isOneForAll, let again = try get(), again !== value, !program.rebuilds {
        book.report(.once, "\(reference.name) of \(owner.title) gave \(value.title) and then \(again.title)")
      }
    } catch {
      if reference.mustWork { return book.report(.whole, "\(owner.title) was handed out, and its \(reference.name) fails: \(text(error))") }
      throw error
    }
  }

  nonisolated(nonsending) private func useLater(_ reference: Reference, _ owner: Tracked) async throws {
    let before = book.count()
    edit { $0.isOverlapping = mode == .ordered }
    defer {
      edit { $0.isOverlapping = false }
      // Nothing else happens here.
      let next = owner.role == Outer.role && needs.count == 3 ? Inner.role : Leaf.role
      let made = book.count(since: before) { $0.role == next }
      if reference.name == "@LazyInjected", mode == .ordered, made > 1 {
        book.report(.once, "one @LazyInjected with two readers made \(made) objects")
      }
    }
    do {
      async let other = reference.later()
      let value = try await reference.later()
      let again = try await other
      if reference.isOneForAll, again !== value, !program.rebuilds {
        book.report(.once, "\(reference.name) of \(owner.title) gave \(value.title) and \(again.title) to two readers")
      }
    } catch {
      if reference.mustWork { return book.report(.whole, "\(owner.title) was handed out, and its \(reference.name) fails: \(text(error))") }
      throw error
    }
  }

  // MARK: Judging an answer

  private func judge(_ item: Tracked, _ asker: Asker, _ need: Need, _ began: Int) {
    let reached = item.reached
    for one in reached where one.role == Leaf.role {
      if let layer = Self.layer {
        book.expect(one.isOverride, .isolated, "in layer \(layer) \(item.title) reaches the container's own \(one.title)")
      } else {
        book.expect(!one.isOverride, .isolated, "outside every layer \(item.title) reaches a layer's \(one.title)")
      }
    }
    for one in reached where book.isDisposed(one.number, before: began) && (!program.takesAway || one === item) {
      book.report(.disposed, "\(item.title) was handed out after \(one.title) was disposed of")
    }
    if Self.layer == nil { book.handedOut(reached.map(\.number)) }
    let (replaced, closedAt, isForeign) = edit { ($0.replaced[need.role], $0.closedAt, $0.foreign.contains(need.role)) }
    // A child has a registration of its own.
    if let replaced, replaced.at < began, Self.layer == nil, !isForeign || isMain(asker) {
      book.expect(
        item.generation >= replaced.generation, .fresh, "\(item.title) of a registration that was replaced before it was asked for")
    }
    if let removed = edit({ $0.removed[need.role] }), removed.at < began, need.lifetime.isShared, Self.layer == nil, isMain(asker) {
      book.expect(item.number >= removed.made, .fresh, "\(item.title) was taken away before it was asked for")
    }
    if let closedAt, closedAt < began, case .container = asker {
      book.report(.truthful, "\(item.title) was handed out by a container that a report had called over")
    }
    if Self.layer == nil, isMain(asker), need.lifetime.isShared {
      edit { $0.answers.append(item) }
      judgeSequence(item, need)
    }
  }

  private func judgeSequence(_ item: Tracked, _ need: Need) {
    guard mode == .ordered, !program.hasLayer, !program.chain.contains(where: \.isPlural) else { return }
    let rebuilt = edit { $0.rebuilt }
    for one in item.reached {
      book.expect(
        one.generation >= rebuilt[one.role] ?? 0, .fresh,
        "\(item.title) has \(one.title), which was replaced with all that was made from it")
    }
    if let wrong = edit({ $0.model.answered(need.role, item.number) }) { book.report(.once, "\(item.title) \(wrong)") }
  }

  /// What was handed out in a scope that is open is used until that ends.
  private func judgeUse(_ items: [Tracked]) {
    // A shutdown with a deadline may end without the scope.
    if program.isBounded { return }
    for item in items {
      for one in item.reached where book.isDisposed(one.number) {
        book.report(.disposed, "\(one.title) was disposed of while a scope was open that had got \(item.title)")
      }
    }
  }

  private func isMain(_ asker: Asker) -> Bool {
    if case .container(let container) = asker { edit { $0.container === container } } else { false }
  }

  private func judgeTwo(_ first: Tracked, _ second: Tracked, _ need: Need) {
    if need.lifetime.isOneForAll {
      book.expect(
        first === second || program.rebuilds, .once, "one \(need.lifetime), and one caller got \(first.title) and \(second.title)")
    } else {
      book.expect(first !== second, .fresh, "two resolves of one \(need.lifetime) got \(first.title)")
    }
  }

  // MARK: Errors

  func failed(_ error: any Error, _ began: Int, _ isQuiet: Bool = false) {
    let cause = (error as? ResolutionError)?.underlying ?? error
    if cause is Released || cause is NotThere && allowed.contains(.notRegistered) { return }
    guard let error = error as? ResolutionError else { return book.report(.errors, "a caller got an error of another kind: \(error)") }
    // A chain asks the first resolver that has the key, and a closed container has none.
    let isChained = program.chain.contains { $0 is ChainThing }
    let isClosing = edit { $0.isClosing }
    if isClosing, error.code == .shutDown || error.code == .cancelled || isChained && error.code == .notRegistered { return }
    guard allowed.contains(error.code) else { return book.report(.errors, "a caller got \(text(error))") }
    if error.code == .factoryFailed, !(error.underlying is PlannedFailure), !(error.underlying is CancellationError) {
      book.report(.errors, "a caller got \(text(error)), caused by \(error.underlying.map { "\($0)" } ?? "nothing")")
    }
    if isQuiet, program.mustSucceedAtEnd(error.code) {
      book.report(.errors, "when all is quiet a caller got \(text(error))")
    }
  }

  /// An open scope of a container that drains got an error for the leaf.
  func refused(_ error: any Error) {
    // What the leaf's own factory does may be refused.
    guard let error = error as? ResolutionError, error.key == AnyKey(Item<Leaf>.self) else { return }
    // Or it fails for another reason that an event of this program gives: that it is bounded, or that something else happens to it.
    if program.isBounded || error.code != .shutDown && program.events.contains(where: { $0.codes.contains(error.code) }) { return }
    book.report(.answered, "an open scope of a container that drains does not resolve: \(text(error))")
  }

  func text(_ error: any Error) -> String {
    guard let error = error as? ResolutionError else { return "\(error)" }
    return "the error \(error.code) of \(error.key): \(error.message)"
  }
}

extension Program {
  /// Whether a question that is asked when all events are over must not get this error.
  func mustSucceedAtEnd(_ code: ResolutionError.Code) -> Bool {
    code == .cancelled || code == .factoryFailed
  }
}

extension Scene {
  /// Asks in a task that may outlive the scope or layer it was started in.
  func outlive(_ asker: Asker) async {
    let began = book.tick()
    do {
      if let pause { await pause() }
      try await Question(bare: self, need: needs[0]).later(asker)
    } catch {
      failed(error, began)
    }
  }
}

/// What is still to surround a question, and the question itself.
struct Question: Sendable {
  let scene: Scene
  let need: Need
  private var rest: ArraySlice<any Part>
  private var isBare = false

  init(scene: Scene, need: Need) {
    self.scene = scene
    self.need = need
    rest = scene.program.chain[...]
  }

  /// Without what the program's things surround it with.
  init(bare scene: Scene, need: Need) {
    self.scene = scene
    self.need = need
    rest = []
    isBare = true
  }

  private var inner: Question {
    var inner = self
    inner.rest = rest.dropFirst()
    return inner
  }

  /// Whether it needs a scope that no thing of the program opens.
  var wantsScope: Bool { scene.needs[0].needsScope && (isBare || !scene.program.chain.contains { $0.opensScope }) }

  /// Whether `asker` itself can be asked: what lives in a scope may be had later only, where a thing opens one.
  func isPossible(_ asker: Asker) -> Bool {
    if case .container = asker { !need.needsScope } else { true }
  }

  /// Whether it is asked in a scope although it could be asked outside: what is taken away meanwhile is in use then.
  private var isInUse: Bool { !isBare && scene.program.takesAway && scene.chance(2) }

  /// Asks on this thread.
  func now(_ asker: Asker) throws {
    if let thing = rest.first { return try thing.now(asker, inner) }
    guard case .container(let container) = asker, wantsScope || isInUse else { return try scene.inquireNow(asker, need) }
    try container.withScope { try scene.inquireNow(.scope($0), need, isInUse: true) }
  }

  /// Asks in this task.
  nonisolated(nonsending) func later(_ asker: Asker) async throws {
    if let thing = rest.first { return try await thing.later(asker, inner) }
    guard case .container(let container) = asker, wantsScope || isInUse else { return try await scene.inquireLater(asker, need) }
    try await container.withScope { scope in try await scene.inquireLater(.scope(scope), need, isInUse: true) }
  }
}

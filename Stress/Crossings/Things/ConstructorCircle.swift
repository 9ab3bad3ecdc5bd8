import Holdfast

/// A circle with a constructor in it, which an injector closes by asking later.
struct ConstructorCircle: Part {
  let name = "later"
  let summary = "an object whose constructor takes its mate, and whose mate's injector asks for it later"
  /// A circle of transients has no end.
  func has(_ lifetime: Lifespan) -> Bool { !lifetime.isTransient }
  func isAsynchronous(next: Need?) -> Bool { false }
  func codes(next: Need?) -> Set<ResolutionError.Code> { next?.isAsynchronous == true ? [.asyncOnly, .mainActorOnly] : [] }

  func install<P: Role>(_ stage: Stage<P>) {
    let lifetime = stage.lifetime
    let mate = stage.beside(Beside<P>.self, needs: stage.next)
    mate.register(lifetime) { r in try mate.make(r, lifetime) }
    let needed = Need(
      role: Beside<P>.role, key: AnyKey(Item<Beside<P>>.self), lifetime: lifetime, isAsynchronous: false, needsScope: lifetime.isOfScope,
      access: ByType<Beside<P>>(isOneForAll: true))
    let owner = stage.beside(P.self, needs: needed)
    owner.register(lifetime) { r in
      let item = try owner.make(r, lifetime)
      let held = item.held[0]
      let rebuilds = stage.scene.program.rebuilds
      let whole = Reference(
        name: "mate", isOneForAll: true, mustWork: !rebuilds, now: { try held.owner(orSelf: rebuilds) },
        later: { try held.owner(orSelf: rebuilds) })
      item.edit { $0.references.append(whole) }
      return item
    }
    stage.batch.registerInjector(Item<Beside<P>>.self) { mate, r in
      try stage.scene.pass(.injector, Beside<P>.role)
      stage.scene.book.asks(Beside<P>.role, for: P.role)
      r.later(Item<P>.self) { item in
        let again = mate.edit { contents in
          defer { contents.owner = item }
          return contents.owner != nil
        }
        stage.scene.book.expect(!again, .once, "\(mate.title) was given its owner twice")
        let fits = item.held.contains { $0 === mate } || stage.scene.program.rebuilds
        stage.scene.book.expect(fits, .once, "\(mate.title) was given the owner of another")
      }
    }
  }

  private func mate(_ scene: Scene) -> any Access {
    scene.place(of: self) == Outer.role ? ByType<Beside<Outer>>(isOneForAll: true) : ByType<Beside<Inner>>(isOneForAll: true)
  }

  private func canAskMate(_ asker: Asker, _ question: Question) -> Bool {
    if case .scope = asker { return true }
    let scene = question.scene
    return !scene.needs.contains { $0.role == scene.place(of: self) && $0.needsScope }
  }

  /// Now and then the mate is asked for first, where it can be had.
  func now(_ asker: Asker, _ question: Question) throws {
    if canAskMate(asker, question), question.scene.chance(2) { _ = try mate(question.scene).now(asker) }
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    if canAskMate(asker, question), question.scene.chance(2) { _ = try await mate(question.scene).later(asker) }
    try await question.later(asker)
  }
}

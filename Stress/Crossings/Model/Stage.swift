import Holdfast
import HoldfastStress

/// What a thing works with when it registers itself at its place.
struct Stage<P: Role>: Sendable {
  let scene: Scene
  let batch: Recorder
  /// What the thing at this place needs; nil at the end of the chain.
  let next: Need?
  let generation: Int
  /// The override layer whose registrations these are.
  let layer: Int?
  /// The lifetime of a thing that has none of its own.
  let lifetime: Lifespan
  /// Whom its factories ask: the resolver that they are given, or another one.
  var asker: @Sendable (FactoryResolver) throws -> Asker = { .run($0) }
  /// Whether what a factory gets a second time is of its own object graph; a container that it captured hands out none of that.
  var sharesGraph = true
  /// Whether its objects have a disposer where their lifetime has one. Without it the container itself is the last to hold them.
  var hasDisposer = true
  /// Lives as long as a factory that was registered here.
  private let token: Token

  init(_ scene: Scene, _ batch: Recorder, next: Need?, generation: Int, layer: Int?, lifetime: Lifespan) {
    self.scene = scene
    self.batch = batch
    self.next = next
    self.generation = generation
    self.layer = layer
    self.lifetime = lifetime
    token = Token(scene.book)
  }

  /// A stage like this one, for what a thing needs beside its own key.
  func beside<Q: Role>(_: Q.Type, needs next: Need?) -> Stage<Q> {
    Stage<Q>(scene, batch, next: next, generation: generation, layer: layer, lifetime: lifetime)
  }

  /// Notes that a decorator or an injector ran for an item, which it does once.
  func noteExtension(of item: Item<P>, _ verb: String) {
    let again = item.edit { contents in
      defer { contents.isDecorated = true }
      return contents.isDecorated
    }
    scene.book.expect(!again, .once, "\(item.title) was \(verb) twice")
  }

  // MARK: Registering

  /// Registers a synchronous factory under a lifetime.
  func register(_ lifetime: Lifespan, named name: Name? = nil, _ make: @escaping @Sendable (FactoryResolver) throws -> Item<P>) {
    batch.register(Item<P>.self, named: name, scope: lifetime.known(dispose: disposer), factory: make)
  }

  /// Registers an asynchronous factory under a lifetime that has them; synchronous code elsewhere.
  func registerLater(_ lifetime: Lifespan, _ make: @escaping @Sendable (FactoryResolver) async throws -> Item<P>) {
    let lifetime = lifetime.awaits ? lifetime : .singleton
    batch.register(Item<P>.self, scope: lifetime.known(dispose: disposer), .async(by: make))
  }

  /// Registers what needs the next thing, and gets it a second time by a way of its own.
  ///
  /// - Parameter first: by that way before by its resolver, if that needs no waiting.
  func consume(_ lifetime: Lifespan, first: Bool = false, by approach: Approach? = nil) {
    if next?.isAsynchronous == true, lifetime.awaits {
      registerLater(lifetime) { r in try await makeLater(r, lifetime, by: approach) }
    } else {
      register(lifetime) { r in try make(r, lifetime, first: first && next?.isAsynchronous != true, by: approach) }
    }
  }

  var disposer: (@Sendable (Item<P>) async throws -> Void)? {
    guard hasDisposer else { return nil }
    return { [scene] item in try await scene.dispose(item) }
  }

  // MARK: Making

  /// What a synchronous factory does: gets what it needs, and by another way once more.
  func make(_ r: FactoryResolver, _ lifetime: Lifespan, first: Bool = false, by approach: Approach? = nil) throws -> Item<P> {
    let run = scene.book.begins(layer != nil ? "override" : "factory", P.role, counts: !lifetime.isTransient)
    defer { scene.book.ends(run) }
    try scene.pass(.factory, P.role)
    var held: [Tracked] = []
    var found: (references: [Reference], isFilled: Bool) = ([], true)
    if let next {
      scene.book.asks(P.role, for: next.role)
      let early = first ? try approach?(next, r, scene) : nil
      let direct = scene.isolated(try next.access.now(asker(r)))
      held.append(direct)
      found = try early.map { keep($0, direct, next) } ?? references(to: next, r, direct, approach)
    }
    scene.dawdle()
    try scene.pass(.middle, P.role)
    return item(lifetime, held, found)
  }

  /// The same in an asynchronous factory.
  nonisolated(nonsending) func makeLater(_ r: FactoryResolver, _ lifetime: Lifespan, by approach: Approach? = nil) async throws -> Item<P> {
    let run = scene.book.begins(layer != nil ? "override" : "factory", P.role)
    defer { scene.book.ends(run) }
    try await scene.passLater(.factory, P.role)
    var held: [Tracked] = []
    var found: (references: [Reference], isFilled: Bool) = ([], true)
    if let next {
      scene.book.asks(P.role, for: next.role)
      held.append(try await next.access.later(asker(r)))
      if !next.isAsynchronous || !makesAnew(next) { found = try references(to: next, r, held[0], approach) }
    }
    try await scene.passLater(.middle, P.role)
    return item(lifetime, held, found)
  }

  /// What a wired initializer makes of what it was given.
  func make(from next: Tracked, _ lifetime: Lifespan) throws -> Item<P> {
    let run = scene.book.begins(layer != nil ? "override" : "factory", P.role, counts: !lifetime.isTransient)
    defer { scene.book.ends(run) }
    try scene.pass(.factory, P.role)
    scene.dawdle()
    try scene.pass(.middle, P.role)
    return item(lifetime, [scene.isolated(next)], ([], true))
  }

  private func item(_ lifetime: Lifespan, _ held: [Tracked], _ found: (references: [Reference], isFilled: Bool)) -> Item<P> {
    Item<P>(
      scene.book, P.role, generation: generation, layer: layer, lifetime, held: held, references: found.references,
      isOwned: hasDisposer && lifetime.isDisposed, isFilled: found.isFilled)
  }

  /// Whether the other way makes another object, for which synchronous code cannot wait if it is asynchronous.
  private func makesAnew(_ next: Need) -> Bool { next.lifetime.isTransient || !sharesGraph && next.lifetime.isGraph }

  private func references(to next: Need, _ r: FactoryResolver, _ direct: Tracked, _ approach: Approach?) throws -> (
    references: [Reference], isFilled: Bool
  ) {
    guard let approach else { return ([], true) }
    return keep(try approach(next, r, scene), direct, next)
  }

  private func keep(_ found: (inside: Tracked?, references: [Reference]), _ direct: Tracked, _ next: Need) -> (
    references: [Reference], isFilled: Bool
  ) {
    if let other = found.inside {
      if sharesGraph { scene.compareInside(direct, other, next) } else { scene.compareWithCaptured(direct, other, next) }
    }
    return (found.references, found.inside != nil || !found.references.contains { $0.mustWork })
  }
}

/// Another way of getting what a factory needs: an object got while it runs, and references that are used later.
typealias Approach = @Sendable (Need, FactoryResolver, Scene) throws -> (inside: Tracked?, references: [Reference])

/// Takes registrations down, so that they can be handed to any number of containers.
final class Recorder: Registrar, Sendable {
  private let taken = Locked<[Registration]>([])

  func add(_ registration: Registration) { taken.withLock { $0.append(registration) } }

  /// Gives away what was taken down: factories refer to the recorder, and must not keep themselves alive by it.
  func take() -> [Registration] {
    taken.withLock { taken in
      defer { taken = [] }
      return taken
    }
  }

  /// What `record` registers, for a batch of any container.
  static func hand(to batch: Batch, _ record: (Recorder) -> Void) {
    let recorder = Recorder()
    record(recorder)
    for registration in recorder.take() { batch.add(registration) }
  }
}

#if Exploration
  import Holdfast
  import OnceKernel

  /// Found by its type alone.
  private final class Unnamed: Sendable {}

  extension Scenario {
    /// As short as can be, each for atomic accesses whose orderings it shows to be needed; see `OrderingVerdict`.
    static let ofOrderings: [Scenario] = ofHits + ofEnds + ofWords

    /// Hits beside what takes away what they found.
    private static let ofHits: [Scenario] = [
      Scenario("hit-replace", "a hit beside a replacement", threads: 2) {
        let container = warm(Recipe("a"))
        return Script.program(
          container,
          [Script.resolve(container, "a"), Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2)) }])
      },
      Scenario("hit-grow", "a hit while the table grows", threads: 2) {
        let container = warm(Recipe("a"))
        Script.change { () throws(Failure) in try container.register(Recipe("b")) }()
        return Script.program(
          container, [Script.resolve(container, "a"), Script.change { () throws(Failure) in try container.register(Recipe("c")) }])
      },
      Scenario("hit-unnamed", "a hit of a type without a name, beside a replacement", threads: 2) {
        let container = Container()
        let register = { _ = try? container.register(Unnamed.self) { _ in Unnamed() } }
        register()
        let resolve = { require((try? container.resolve(Unnamed.self)) != nil, "not found") }
        resolve()
        return Program([resolve, register])
      },
      Scenario("scope-learn-2", "two hits in a scope that does not know the path to its value", threads: 2) {
        scoped(hits: 0) { container, scope, _ in [{ resolve(container, scope) }, { resolve(container, scope) }] }
      },
      Scenario("scope-order", "a registration is replaced; one sees that, then another asks in a scope that knows the path", threads: 3) {
        scoped(hits: 1) { container, scope, other in
          [
            Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2, scope: .scoped)) },
            { resolve(container, other) }, { resolve(container, scope) },
          ]
        }
      },
    ]

    /// What has ended, and the callers that ask then.
    private static let ofEnds: [Scenario] = [
      Scenario("sealed-shutdown", "a hit in a sealed container, beside its shutdown", threads: 2) {
        let container = warm(Recipe("a"))
        container.seal()
        return Script.program(container, [Script.resolve(container, "a") { $0 == .shutDown }, { container.shutDown() }])
      },
      Scenario("scope-outlived", "a hit in a scope that is open when the deadline of the shutdown passes", threads: 2) {
        scoped(hits: 1) { container, scope, _ in
          container.seal()
          return [{ resolve(container, scope) { $0 == .shutDown } }, { container.shutDown(waiting: false) }]
        }
      },
      Scenario("provider", "a provider of a sealed container, beside a build and the shutdown", threads: 2) {
        let container = ExploredContainer(Recipe("a"))
        container.seal()
        let provider = container.container.provider(Instance.self, named: Recipe.key("a"))
        return Script.program(
          container,
          [
            {
              _ = try? container.resolve("a") { () throws(ResolutionError) in try provider() }
              Mark.ended("resolve a")
            },
            {
              Script.attempt(container, "a")
              container.shutDown()
            },
          ])
      },
      seeded("seed-end", "a seed is asked for beside the end of its scope") { container, scope in
        require(scope.end(), "ended before")
        container.journal.end()
      },
      seeded("seed-outlived", "a seed is asked for in a scope that is open when the deadline of the shutdown passes") { container, _ in
        container.shutDown(waiting: false)
      },
      Scenario("scope-shutdown", "a container is shut down once its last scope has ended, and sees what was done there", threads: 2) {
        let container = ExploredContainer()
        guard let scope = try? container.container.openScope() else { return Program([]) }
        let done = Plain(false)
        return Script.program(
          container,
          [
            {
              done.value = true
              require(scope.end(), "ended before")
            },
            {
              container.shutDown()
              require(done.value, "shut down before")
            },
          ])
      },
      Scenario("life", "the last thread to leave, or the thread that ends it, sees what the other did", threads: 2) {
        let life = Life()
        let done = [Plain(false), Plain(false)]
        guard life.count(.run, served: { false }) else { return Program([]) }
        return Program([
          {
            done[0].value = true
            if life.uncount(.run) { require(done[1].value, "closed before the end began") }
          },
          {
            done[1].value = true
            if life.drain() { require(done[0].value, "closed before the last one left") }
          },
        ])
      },
    ]

    private static let ofWords: [Scenario] = [
      Scenario("late", "two ask for an object that is made when it is first asked for", threads: 2) {
        let owner = Owner()
        let ask = { require(owner.late.get { Owner.Made() }.content.value == 1, "half made") }
        return Program([ask, ask])
      },
      Scenario("late-end", "one notes something, and then looks for the end; the other begins the end, and then looks for that", threads: 2)
      {
        let (life, owner) = (Life(), Owner())
        return noting(owner, beside: life) { life.drain() }
      },
      Scenario("late-leave", "one notes something, and then looks for the end; the last one leaves, and then looks for that", threads: 2) {
        let (life, owner) = (Life(), Owner())
        guard let epoch = life.counted(.scope, served: { false }), !life.drain() else { return Program([]) }
        return noting(owner, beside: life) { life.uncount(.scope, of: epoch) == true }
      },
      Scenario("observer-end", "a container gets an observer beside its shutdown", threads: 2) {
        let (container, told) = (Container(), Plain(0))
        return Program(
          [
            { _ = container.addObserver({ _ in }, onEnd: { told.value += 1 }) },
            { container.shutDownExplored(cancelling: false, waiting: true) },
          ], check: { require(told.value == 1, "told \(told.value) times of the end") })
      },
    ]

    /// One of two threads must see what the other did: the one that notes something, or the one that ends it all.
    private static func noting(_ owner: Owner, beside life: Life, end: @escaping () -> Bool) -> Program {
      let isTold = [Plain(false), Plain(false)]
      return Program(
        [
          {
            _ = owner.late.get { Owner.Made() }
            isTold[0].value = life.state.isClosed
          },
          {
            require(end(), "not the last one")
            isTold[1].value = owner.late.existingInOrder != nil
          },
        ], check: { require(isTold.contains(where: \.value), "neither saw what the other did") })
    }

    /// One asks for the seed of a scope while another ends the scope or its container.
    private static func seeded(_ name: String, _ about: String, end: @escaping @Sendable (ExploredContainer, Scope) -> Void) -> Scenario {
      Scenario(name, about, threads: 2) {
        let container = ExploredContainer()
        _ = try? container.container.register(seeded: Unnamed.self)
        guard let scope = try? container.container.openScope(seeds: [.value(Unnamed())]) else { return Program([]) }
        let ask = {
          let question = container.journal.ask("the seed")
          if (try? scope.resolve(Unnamed.self)) != nil { container.journal.answerOpen("the seed", question) }
          Mark.ended("resolve the seed")
        }
        return Program([ask, { end(container, scope) }], check: { _ = scope.end() })
      }
    }

    private final class Owner: Sendable {
      final class Made: Sendable {
        let content = Plain(1)
      }

      let late = Late<Made>()
    }

    /// A container whose instances are there.
    static func warm(_ recipe: Recipe) -> ExploredContainer {
      let container = ExploredContainer(recipe)
      Script.attempt(container, recipe.name)
      return container
    }
  }
#endif

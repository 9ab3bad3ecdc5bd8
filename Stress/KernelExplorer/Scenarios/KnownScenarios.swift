#if Exploration
  import Holdfast
  import OnceKernel

  /// Its objects are made by `Definition`s that scenarios pass by hand.
  private enum Assembly {}

  /// Made from a number.
  private final class Numbered: Sendable {
    let content = Plain(0)

    init(_ number: Int) { content.value = number }
  }

  extension Scenario {
    /// What was found before and is looked at again without a look into the table: the cells of properties, the members of collections, the objects of
    /// definitions, and what caches keep.
    static let ofKnown: [Scenario] = ofProperties + ofCollections + ofDefinitions + ofCaches

    // MARK: Properties of compositions

    private static let ofProperties: [Scenario] = [
      Scenario("property-bind", "a property is asked for beside its composition", threads: 2) {
        let container = warm(Recipe("a"))
        let handle = Handle(exploring: Instance.self)
        return Script.program(
          container,
          [
            { ask(container, handle) { $0 == .other("not composed") } },
            { handle.bind(to: Recipe.key("a"), in: container.container, number: 0) },
          ])
      },
      Scenario("property-replace", "a property whose cell is known is asked for beside a replacement", threads: 2) {
        let container = warm(Recipe("a"))
        let handle = bound(in: container)
        ask(container, handle)
        return Script.program(
          container,
          [{ ask(container, handle) }, Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2)) }])
      },
      Scenario("property-note", "two note the cell of a property beside a replacement", threads: 3) {
        let container = warm(Recipe("a"))
        let handle = bound(in: container)
        let twice = { for _ in 0..<2 { ask(container, handle) } }
        return Script.program(
          container, [twice, twice, Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2)) }])
      },
      Scenario("property-end", "a property whose cell is known is asked for while its container disposes", threads: 2) {
        let container = warm(Recipe("a"))
        let handle = bound(in: container)
        ask(container, handle)
        return Script.program(
          container, [{ askBeforeDisposal(container) { () in ask(container, handle) { $0 == .shutDown } } }, { container.shutDown() }])
      },
    ]

    private static func bound(in container: ExploredContainer) -> Handle {
      let handle = Handle(exploring: Instance.self)
      handle.bind(to: Recipe.key("a"), in: container.container, number: 0)
      return handle
    }

    @discardableResult
    private static func ask(
      _ container: ExploredContainer, _ handle: Handle, or allowed: (Failure) -> Bool = { _ in false }
    ) -> Instance? {
      do throws(ResolutionError) {
        return try container.resolve("a") { () throws(ResolutionError) in try handle.value(Instance.self) }
      } catch {
        let failure = error.code == .askedBeforeComposed ? Failure.other("not composed") : Failure(error)
        require(allowed(failure), "failed: \(failure)")
        Mark.ended("resolve a")
        return nil
      }
    }

    /// Checks that no instance is answered to a caller that asked after the container had begun to dispose.
    private static func askBeforeDisposal(_ container: ExploredContainer, _ ask: () -> Instance?) {
      let isOver = !container.journal.disposed.isEmpty
      if ask() != nil { require(!isOver, "got an instance that had been disposed of") }
    }

    // MARK: Collections

    private static let ofCollections: [Scenario] = [
      Scenario("members-replace", "a collection whose members are known is asked for beside a replacement of one", threads: 2) {
        let container = collected()
        return Script.program(
          container,
          [{ askForAll(container) }, Script.change { () throws(Failure) in try container.register(Recipe("b", version: 2)) }])
      },
      Scenario("members-unregister", "a collection whose members are known is asked for beside the removal of one", threads: 2) {
        let container = collected()
        return Script.program(
          container, [{ askForAll(container, but: "b") }, Script.change { () throws(Failure) in try container.unregister("b") }]
        ) { require(askForAll(container, but: "b")?.count == 1, "found after it was unregistered") }
      },
      Scenario("members-end", "a collection of a child is asked for while the parent disposes", threads: 2) {
        let container = collected()
        let child = Container(parent: container.container)
        for _ in 0..<2 { askForAll(container, in: child) }
        return Script.program(
          container,
          [{ askBeforeDisposal(container) { askForAll(container, in: child) { $0 == .shutDown }?.first } }, { container.shutDown() }])
      },
    ]

    /// A container with a collection of two, whose members are known.
    private static func collected() -> ExploredContainer {
      let container = ExploredContainer(Recipe("a"), Recipe("b"))
      for _ in 0..<2 { askForAll(container) }
      return container
    }

    /// Asks for all instances, and checks that each is current and none is missing.
    @discardableResult
    private static func askForAll(
      _ container: ExploredContainer, in asked: Container? = nil, but removed: String? = nil, or allowed: (Failure) -> Bool = { _ in false }
    ) -> [Instance]? {
      let questions = ["a", "b"].map { ($0, container.journal.ask($0)) }
      do throws(ResolutionError) {
        let all = try (asked ?? container.container).resolveAll(Instance.self)
        for (name, question) in questions {
          let found = all.first { $0.recipe.name == name }
          require(found != nil || name == removed, "\(name) is missing")
          if let found { container.journal.answer(name, found, question) }
        }
        return all
      } catch {
        require(allowed(Failure(error)), "failed: \(error)")
        Mark.ended("resolve all")
        return nil
      }
    }

    // MARK: Definitions

    private static let ofDefinitions: [Scenario] = [
      Scenario("definition-reset", "an object of a definition that is known is asked for beside a reset", threads: 2) {
        let (container, recipe) = (ExploredContainer(), Recipe("a"))
        let source = container.container.definitionSource
        for _ in 0..<2 { ask(container, source, for: recipe) }
        return Script.program(
          container, [{ ask(container, source, for: recipe) }, Script.change { () throws(Failure) in try container.resetAll(["a"]) }])
      },
      Scenario("definition-override", "an object of a definition is asked for while that is overridden", threads: 2) {
        let (container, recipe) = (ExploredContainer(), Recipe("a"))
        ask(container, container.container.definitionSource, for: recipe)
        let source = container.container.definitionSource
        return Script.program(
          container,
          [
            { _ = object(container, source, of: recipe) },
            Script.change { () throws(Failure) in try container.register(Recipe("a", version: 2)) },
          ]
        ) { require(object(container, source, of: recipe)?.recipe.version == 2, "got what was overridden") }
      },
    ]

    private static func ask(_ container: ExploredContainer, _ source: DefinitionSource, for recipe: Recipe) {
      let question = container.journal.ask(recipe.name)
      if let instance = object(container, source, of: recipe) { container.journal.answer(recipe.name, instance, question) }
    }

    /// As a definition does: the object that is known, or what the source makes of the recipe.
    private static func object(_ container: ExploredContainer, _ source: DefinitionSource, of recipe: Recipe) -> Instance? {
      if let known = source.find(Instance.self, recipe.name, in: Assembly.self).take(Instance.self) { return known }
      let definition = Definition(recipe.name, in: Assembly.self, Recipe.key(recipe.name), #fileID, #line)
      do throws(ResolutionError) {
        return try source.object(definition, Lifetime<Instance>.singleton(dispose: { _ in })) {
          let instance = try container.journal.make(recipe, Requester(container, source.resolution))
          instance.injected.value = true
          return instance
        } _: { _ in
        }
      } catch {
        require(false, "failed: \(error)")
        return nil
      }
    }

    // MARK: Caches

    private static let ofCaches: [Scenario] = [
      Scenario("cached", "two ask for a value of a cache", threads: 2) {
        let container = ExploredContainer(Recipe("a", scope: .cached("theme")))
        return Script.program(container, [Script.resolve(container, "a"), Script.resolve(container, "a")])
      },
      Scenario("arguments", "two ask for the value of one argument", threads: 2) {
        let container = Container()
        _ = try? container.register(Numbered.self, .factory(taking: Int.self) { _, number in Numbered(number) })
        let ask = { require((try? container.resolve(Numbered.self, with: 7))?.content.value == 7, "not the value of the argument") }
        return Program([ask, ask])
      },
    ]
  }
#endif

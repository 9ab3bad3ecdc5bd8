#if Exploration
  import Holdfast
  import OnceKernel

  /// The shipped container with a journal of what it is asked and what it answers.
  ///
  /// Explored threads call it as any thread would. A schedule switches between them wherever the kernel's primitives are used: at each access to an
  /// atomic, each lock, each sleep. It never switches inside of the runtime (reference counts, weak references, metadata), nor in what is guarded by
  /// one of those locks. Disposers and asynchronous factories run in tasks, which belong to `TaskExplorer`: here a disposer is called by the thread
  /// that gives the instance up, and `shutDown` sleeps where the shipped function suspends.
  final class ExploredContainer: @unchecked Sendable {  // unchecked: one thread at a time runs an exploration
    let journal = Journal()
    let container = Container()

    convenience init(_ recipes: Recipe...) { self.init(recipes) }

    init(_ recipes: [Recipe]) {
      let journal = journal
      ExploredProgram.dispose = { value in
        if let instance = value as? Instance { journal.dispose(instance) }
      }
      do { try container.registerAll { batch in for recipe in recipes { add(recipe, to: batch) } } } catch {
        require(false, "not set up: \(error)")
      }
    }

    deinit {
      ExploredProgram.dispose = nil
    }

    // MARK: Resolving

    func resolve(_ name: String) throws(Failure) -> Instance {
      do throws(ResolutionError) {
        return try resolve(name) { () throws(ResolutionError) in try container.resolve(Instance.self, named: Recipe.key(name)) }
      } catch { throw Failure(error) }
    }

    /// Resolves in a scope.
    func resolve(_ name: String, in scope: Scope) throws(Failure) -> Instance {
      do throws(ResolutionError) {
        return try resolve(name) { () throws(ResolutionError) in try scope.resolve(Instance.self, named: Recipe.key(name)) }
      } catch { throw Failure(error) }
    }

    /// Asks in one of the ways there are, and checks the answer.
    func resolve(_ name: String, _ ask: () throws(ResolutionError) -> Instance) throws(ResolutionError) -> Instance {
      let question = journal.ask(name)
      let instance = try ask()
      journal.answer(name, instance, question)
      return instance
    }

    // MARK: Changing

    func register(_ recipe: Recipe) throws(Failure) {
      let change = journal.change(recipe.name)
      try allowed { () throws(ResolutionError) in try add(recipe, to: container) }
      journal.changed(recipe.name, change, to: recipe)
    }

    /// Several at once.
    func register(all recipes: [Recipe]) throws(Failure) {
      let changes = recipes.map { journal.change($0.name) }
      do { try container.registerAll { batch in for recipe in recipes { add(recipe, to: batch) } } } catch {
        throw (error as? ResolutionError).map(Failure.init) ?? .other("\(error)")
      }
      for (recipe, change) in zip(recipes, changes) { journal.changed(recipe.name, change, to: recipe) }
    }

    func reset(_ name: String) throws(Failure) {
      let change = journal.change(name)
      try allowed { () throws(ResolutionError) in try container.reset(Instance.self, named: Recipe.key(name)) }
      journal.changed(name, change, to: nil)
    }

    func resetAll(_ names: [String]) throws(Failure) {
      let changes = names.map(journal.change)
      try allowed { () throws(ResolutionError) in try container.resetAll() }
      for (name, change) in zip(names, changes) { journal.changed(name, change, to: nil) }
    }

    func unregister(_ name: String) throws(Failure) {
      let change = journal.change(name)
      try allowed { () throws(ResolutionError) in try container.unregister(Instance.self, named: Recipe.key(name)) }
      journal.removed(name, change)
    }

    func seal() {
      container.seal()
    }

    func changeLayers(by difference: Int) {
      container.changeLayersExplored(by: difference)
    }

    /// - Parameter waiting: whether it waits for what is under way, as until its deadline.
    func shutDown(cancelling: Bool = false, waiting: Bool = true) {
      container.shutDownExplored(cancelling: cancelling, waiting: waiting)
      journal.end()
    }

    private func allowed<Result>(_ body: () throws(ResolutionError) -> Result) throws(Failure) {
      do throws(ResolutionError) { _ = try body() } catch { throw Failure(error) }
    }

    // MARK: Registering

    private func add<Target: Registrar>(_ recipe: Recipe, to registrar: Target) throws(Target.Failure) {
      let journal = journal
      try registrar.register(Instance.self, named: Recipe.key(recipe.name), scope: recipe.scope.lifetime) {
        [unowned self] resolution in
        let requester = Requester(self, resolution)
        do throws(Failure) {
          let instance = try journal.make(recipe, requester)
          if recipe.inject == nil { instance.injected.value = true }
          return instance
        } catch { throw requester.error(for: error) }
      }
      guard recipe.inject != nil else { return }
      try registrar.registerInjector(Instance.self, named: Recipe.key(recipe.name)) { [unowned self] instance, resolution in
        let requester = Requester(self, resolution)
        do throws(Failure) { try recipe.inject?(instance, requester) } catch { throw requester.error(for: error) }
        instance.injected.value = true
      }
    }

    // MARK: Looking inside

    /// The cell of a name in the container's own table.
    func cell(_ name: String) -> OnceCell? { container.exploredCells[name] }

    /// What is published under a name.
    func published(_ name: String) -> Instance? {
      // Only instances are registered by name, and all of them strongly.
      cell(name)?.instance.map { AnyBox.box($0, of: Instance.self).value }
    }

    /// The builds in flight.
    var builds: [Attempt] { container.exploredBuilds }
  }

  /// Why a resolve failed, or a change was refused.
  enum Failure: Error, Equatable {
    case notRegistered
    case shutDown
    case sealed
    /// The names on the path: each needs the next, and the last one stands there twice.
    case cycle([String])
    case factory
    case asyncOnly
    /// None of those that a scenario may allow.
    case other(String)

    init(_ error: ResolutionError) {
      self =
        switch error.code {
        case .notRegistered: .notRegistered
        case .shutDown: .shutDown
        case .sealed: .sealed
        case .cycle: .cycle(error.path.map { $0.name?.text ?? "" })
        case .factoryFailed: .factory
        case .asyncOnly: .asyncOnly
        default: .other(error.message)
        }
    }
  }
#endif

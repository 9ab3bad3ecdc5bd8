#if Exploration
  import OnceKernel

  /// A container reduced to its calls of the kernel, in the order in which `Core` and `Registry` make them.
  ///
  /// The kernel below is the shipped one. What stands here follows, function by function: `Core.resolve`, `place`, `resolveSlowly`,
  /// `share`, `run` and `finish`; `Registry.apply`, `reset`, `resetAll`, `unregister`, `seal`, `shutDown`, `changeLayers`; `Core.putAway`. The
  /// registry's serial queue is a lock here: both let one in at a time.
  final class Replica: @unchecked Sendable, BuildOwner {  // unchecked: one thread at a time runs an exploration
    let table: CellTable
    let journal = Journal()
    private let queue = Lock()
    /// Guard: `queue`.
    @Declared private var isSealed = false
    /// Guard: `queue`.
    @Declared private var isShutDown = false
    /// Guard: `queue`.
    @Declared private var layers = 0
    /// As `Core.life`.
    private let life = Life()
    /// As `Shutdown.drained`.
    private let drained = Parker()

    init(_ recipes: Recipe..., capacity: Int = 4) {
      table = CellTable(capacity: capacity)
      for recipe in recipes { _ = table.set(recipe.makeCell(), for: Recipe.word(recipe.name)) { $0.recipe.name == recipe.name } }
    }

    deinit {
      for cell in table.removeAll() { withExtendedLifetime(cell) {} }
      queue.destroyAndFree()
    }

    // MARK: Resolving

    /// As `Resolver.resolve`: the fast path, then the slow road.
    func resolve(_ name: String, for build: Attempt? = nil) throws(Failure) -> Instance {
      let asked = journal.ask(name)
      let instance: Instance
      if let found = fastPath(name) { instance = found } else { instance = try resolveSlowly(name, for: build) }
      journal.answer(name, instance, asked)
      return instance
    }

    /// As the hit in `Core.resolve`.
    private func fastPath(_ name: String) -> Instance? {
      let phase = table.phase.loadInTotalOrder()
      if phase == Phase.open || phase == Phase.layered { return markedPath(name) }
      if phase == Phase.sealed, let cell = table.find(Recipe.word(name)) {
        journal.alive(cell)
        if let instance = cell._withUnsafeGuaranteedRef({ $0.ready.load() }) { return journal.value(instance) }
      }
      return nil
    }

    /// As `Core.place` in an open table.
    private func markedPath(_ name: String) -> Instance? {
      let reader = table.enter()
      defer { reader.pointee.leave() }
      guard let cell = table.find(Recipe.word(name)) else { return nil }
      journal.alive(cell)
      return cell._withUnsafeGuaranteedRef { $0.ready.load() }.map(journal.value)
    }

    /// As `Core.cell(for:)`.
    private func cell(_ name: String) -> OnceCell? {
      table.visit { table.find(Recipe.word(name))?.takeUnretainedValue() }
    }

    /// As `Core.checkPhase`.
    private func checkPhase(_ build: Attempt?) throws(Failure) {
      guard table.phase.loadInTotalOrder() == Phase.shutDown else { return }
      if !life.state.isClosed, build != nil { return }
      throw .shutDown
    }

    /// As `Core.resolveSlowly` and `produce`.
    private func resolveSlowly(_ name: String, for build: Attempt?) throws(Failure) -> Instance {
      try checkPhase(build)
      guard let cell = cell(name) else {
        try checkPhase(build)
        throw .notRegistered
      }
      // Unretained: the caller holds it while it is looked at.
      if let instance = cell.instance { return journal.value(Unmanaged.passUnretained(instance)) }
      return try share(cell, for: build)
    }

    /// As `Core.share`.
    func share(_ cell: OnceCell, for requester: Attempt?) throws(Failure) -> Instance {
      let build = requester ?? CurrentBuild.onThisThread
      let depth = build.map { $0.depth + 1 } ?? 0
      while true {
        switch try enter(cell, for: build, depth: depth) {
        // Unretained: the caller holds it while it is looked at.
        case .ready(let instance), .early(let instance): return journal.value(Unmanaged.passUnretained(instance))
        case .build(let attempt): return try self.build(attempt, cell, for: build)
        case .mustSuspend: throw .mustSuspend
        case .wait(let waiter, _):
          switch waiter.park() {
          // Unretained: the caller holds it while it is looked at.
          case .ready(let instance): return journal.value(Unmanaged.passUnretained(instance))
          case .failed(let error), .overtaken(let error): throw journal.failure(error)
          case .retry, .cancelled: continue
          }
        case .failed(let error), .overtaken(let error): throw journal.failure(error)
        case .cycle(let builds): throw .cycle(builds.map { unsafeDowncast($0.subject, to: Recipe.self).name })  // always recipes
        }
      }
    }

    /// As `Core.enter`.
    private func enter(_ cell: OnceCell, for build: Attempt?, depth: Int) throws(Failure) -> OnceCell.Entry {
      guard life.enter(.run, served: { build?.hasLeft == false }) else { throw .shutDown }
      let entry = cell.enter(for: build, owner: self, depth: depth, mode: .blocking, buildsAsynchronously: false)
      if case .build = entry { return entry }
      leave()
      return entry
    }

    /// Counts a build that is begun without asking; answers false when that is refused.
    func admit() -> Bool { life.enter(.run, served: { false }) }

    /// As `Core.left`; what remains is put away where it was built.
    func left(_ attempt: Attempt, leaving remains: AnyObject?) { leave() }

    func leave() {
      if life.leave(.run) { drained.wake() }
    }

    /// The builds of this container whose code has not returned.
    var running: [Attempt] { Attempt.running.filter { $0.owner === self }.map(\.attempt) }

    /// As `Core.buildOnThisThread`.
    func build(
      _ attempt: Attempt, _ cell: OnceCell, mode: OnceCell.Mode = .blocking, for build: Attempt? = nil
    ) throws(Failure) -> Instance {
      var isHeld = false
      let instance: Instance
      do throws(Failure) { instance = try run(attempt, cell, isHeld: &isHeld) } catch {
        if attempt.hasPostponed { workOff(attempt) }
        throw error
      }
      if attempt.hasPostponed { workOff(attempt) }
      if isHeld { try wait(attempt, cell, mode, for: build) }
      return instance
    }

    /// As `Core.workOff`.
    private func workOff(_ root: Attempt) {
      while let (owner, work) = root.nextPostponed() {
        let later = unsafeDowncast(work, to: Later.self)  // nothing else is postponed
        do throws(Failure) {
          try later.close(for: owner)
          owner.closed()
        } catch { owner.closeFailed(error) }
      }
    }

    /// As `Core.run` and `finish`.
    private func run(_ attempt: Attempt, _ cell: OnceCell, isHeld: inout Bool) throws(Failure) -> Instance {
      let recipe = cell.recipe
      let requester = Requester(replica: self, build: attempt)
      let instance: Instance
      do {
        instance = try CurrentBuild.run(attempt, context: nil, depth: attempt.depth + 1, failing: .shutDown) { () throws(Failure) in
          try journal.make(recipe, requester)
        }
        if let inject = recipe.inject {
          if !cell.constructed(attempt, instance) {
            _ = cell.finish(attempt, instance)
            return instance
          }
          try CurrentBuild.run(attempt, context: nil, depth: attempt.depth + 1, failing: .shutDown) { () throws(Failure) in
            try inject(instance, requester)
          }
        }
        instance.injected.value = true
      } catch {
        cell.fail(attempt, error)
        throw error
      }
      switch cell.finish(attempt, instance) {
      case .held:
        isHeld = true
        return instance
      case .failed(let error): throw journal.failure(error)
      case .abandoned:
        journal.disposed.append(instance)
        return instance
      case .published(let retired):
        for cell in retired { if let instance = cell.instance { journal.dispose(instance) } }
        return instance
      }
    }

    /// As `Core.outlast`.
    private func wait(_ attempt: Attempt, _ cell: OnceCell, _ mode: OnceCell.Mode, for build: Attempt?) throws(Failure) {
      while let entry = cell.rejoin(attempt, for: build, mode: mode) {
        switch entry {
        case .ready, .early, .build: return
        case .wait(let waiter, _):
          switch mode == .blocking ? waiter.park() : waiter.suspendAsThread() {
          case .ready: return
          case .failed(let error), .overtaken(let error): throw journal.failure(error)
          case .retry, .cancelled: continue
          }
        case .failed(let error), .overtaken(let error): throw journal.failure(error)
        case .cycle(let builds): throw .cycle(builds.map { unsafeDowncast($0.subject, to: Recipe.self).name })  // always recipes
        case .mustSuspend: throw .mustSuspend
        }
      }
    }

    // MARK: Changing

    /// As `Registry.apply` for one registration, and `Core.giveUp` for what it replaced.
    func register(_ recipe: Recipe) throws(Failure) {
      let change = journal.change(recipe.name)
      let old = try onQueue { () throws(Failure) in
        try refuse()
        return table.set(recipe.makeCell(), for: Recipe.word(recipe.name)) { $0.recipe.name == recipe.name }
      }
      if let old { giveUp(old) }
      journal.changed(recipe.name, change, to: recipe)
    }

    /// As `Registry.apply` for several at once.
    func register(all recipes: [Recipe]) throws(Failure) {
      let changes = recipes.map { journal.change($0.name) }
      let old = try onQueue { () throws(Failure) in
        try refuse()
        return table.setAll(recipes.map { (Recipe.word($0.name), $0.makeCell()) }) { $0.recipe.name == $1.recipe.name }
      }
      for cell in old { giveUp(cell) }
      for (recipe, change) in zip(recipes, changes) { journal.changed(recipe.name, change, to: recipe) }
    }

    /// As `Registry.reset`.
    func reset(_ name: String) throws(Failure) {
      let change = journal.change(name)
      let old = try onQueue { () throws(Failure) -> OnceCell? in
        try refuse()
        let word = Recipe.word(name)
        guard let cell = table.find(word, where: { $0.recipe.name == name })?.takeUnretainedValue() else { return nil }
        return table.set(cell.recipe.makeCell(), for: word) { $0.recipe.name == name }
      }
      if let old { giveUp(old) }
      journal.changed(name, change, to: nil)
    }

    /// As `Registry.resetAll`.
    func resetAll(_ names: [String], also other: LockedCellTable? = nil) throws(Failure) {
      let changes = names.map(journal.change)
      let old = try onQueue { () throws(Failure) in
        try refuse()
        return table.exchangeAll(inOneStep: { swap in
          guard let other else {
            swap()
            return []
          }
          return other.takeOut(forGood: false, also: swap) { _ in true }
        }) { $0.recipe.makeCell() }
      }
      for cell in old { giveUp(cell) }
      for (name, change) in zip(names, changes) { journal.changed(name, change, to: nil) }
    }

    /// As `Registry.unregister`.
    func unregister(_ name: String) throws(Failure) {
      let change = journal.change(name)
      let old = try onQueue { () throws(Failure) in
        try refuse()
        return table.remove(Recipe.word(name)) { $0.recipe.name == name }
      }
      if let old { giveUp(old) }
      journal.removed(name, change)
    }

    /// As `Registry.seal`.
    func seal() {
      onQueue {
        guard !isSealed else { return }
        isSealed = true
        updatePhase()
      }
      journal.isSealed = true
    }

    /// As `Registry.changeLayers`.
    func changeLayers(by difference: Int) {
      onQueue {
        layers += difference
        updatePhase()
      }
    }

    /// As `Core.shutDown` and `putAway`: lets builds in flight finish, or cancels them, then takes every instance out.
    func shutDown(cancelling: Bool = false) {
      onQueue {
        isShutDown = true
        updatePhase()
      }
      let isClosed = life.drain()
      if cancelling { for attempt in running { attempt.cancel(Failure.shutDown) } }
      if !isClosed { drained.park() }
      let cells = onQueue { table.cells }
      for cell in cells { if let instance = cell.retire() { journal.dispose(instance) } }
      if !onQueue({ isSealed }) { _ = onQueue { table.removeAll() } }
      journal.isShutDown = true
    }

    /// As `Registry.enter`.
    private func onQueue<Result, Failed: Error>(_ body: () throws(Failed) -> Result) throws(Failed) -> Result {
      try queue.withLock(body)
    }

    /// As `Registry.updatePhase`.
    private func updatePhase() {
      let phase = isShutDown ? Phase.shutDown : layers > 0 ? Phase.layered : isSealed ? Phase.sealed : Phase.open
      table.phase.storeInTotalOrder(phase)
    }

    /// As `Registry.refusal`.
    private func refuse() throws(Failure) {
      if isShutDown { throw .shutDown }
      if isSealed { throw .sealed }
    }

    /// As `Core.giveUp` with `disposeLater`: what a cell holds is disposed of; what is still built in it is when it is done.
    private func giveUp(_ cell: OnceCell) {
      if let instance = cell.retire() { journal.dispose(instance) }
    }
  }
#endif

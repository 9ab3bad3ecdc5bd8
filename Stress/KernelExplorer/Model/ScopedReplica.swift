#if Exploration
  import OnceKernel

  /// A scope reduced to its calls of the kernel: what is registered lies in one table, its instances in another.
  ///
  /// The kernel below is the shipped one. What stands here follows `Core.resolve(_:_:for:inside:)`, `InstanceTable.shortcut`, `place(behind:)` and
  /// `addShortcut`. The instances are there from the beginning, so that nothing but the way to them is looked at.
  final class ScopedReplica {
    private let registered: CellTable
    /// Sparse, as its words are addresses: where two meet at a place, executions would differ in their steps.
    private let instances = LockedCellTable(capacity: 64)
    private let shortcuts = Shortcuts()
    private let journal = Journal()
    private let word = Recipe.word("a")
    /// The newest version that anybody got, or whose registration has ended. Touched by the thread that explores.
    private var newest = 0

    init(_ recipes: [Recipe]) {
      registered = CellTable(capacity: 4)
      for recipe in recipes {
        let cell = recipe.makeCell()
        cell.fill(Instance(recipe, begun: 0, journal.census))
        _ = instances.findOrInsert(Self.word(of: recipe)) { cell }
      }
      register(recipes[0])
    }

    deinit {
      shortcuts.free()
      for cell in registered.removeAll() + instances.takeOut(forGood: true, where: { _ in true }) { withExtendedLifetime(cell) {} }
      instances.destroy()
    }

    /// As `InstanceTable.word(of:)`.
    private static func word(of recipe: AnyObject) -> UInt { UInt(bitPattern: ObjectIdentifier(recipe)) }

    var leftovers: () -> String? { journal.leftovers }

    func register(_ recipe: Recipe) {
      Mark.began("register \(recipe.version)")
      let old = registered.set(OnceCell(.guarded, subject: recipe), for: word) { _ in true }
      newest = max(newest, recipe.version)
      withExtendedLifetime(old) {}
      Mark.ended("register \(recipe.version)")
    }

    /// Resolves, and checks that it gets nothing older than what was known when it began.
    ///
    /// - Parameter isStranger: somebody who looks at what is registered and neither goes by shortcuts nor leaves any, as another scope does.
    func resolve(isStranger: Bool = false) {
      Mark.began("resolve")
      let known = newest
      let version = (isStranger ? farther(learns: false) : nearest() ?? farther(learns: true)).map { journal.value($0).recipe.version }
      require(version != nil, "nothing is registered, or has no instance")
      require((version ?? 0) >= known, "got version \(version ?? 0) after somebody had version \(known)")
      newest = max(newest, version ?? 0)
      Mark.ended("resolve")
    }

    /// By the shortcut.
    private func nearest() -> Unmanaged<AnyObject>? {
      guard shortcuts.mayKnow(word) else { return nil }
      instances.lock.lock()
      defer { instances.lock.unlock() }
      guard let cell = shortcuts.cell(word, afterRemovals: registered.removals.loadInTotalOrder()) else {
        shortcuts.forget(word)
        return nil
      }
      return instance(in: cell)
    }

    /// By way of the registration.
    private func farther(learns: Bool) -> Unmanaged<AnyObject>? {
      let reader = registered.enter()
      defer { reader.pointee.leave() }
      guard let place = registered.find(word) else { return nil }
      journal.alive(place)
      instances.lock.lock()
      defer { instances.lock.unlock() }
      let subject = place._withUnsafeGuaranteedRef { Self.word(of: $0.subject) }
      guard let cell = instances.find(subject), let instance = instance(in: cell) else { return nil }
      if learns { shortcuts.add(word, cell, behind: place, in: registered) { registered.find(word) } }
      return instance
    }

    private func instance(in cell: Unmanaged<OnceCell>) -> Unmanaged<AnyObject>? {
      journal.alive(cell)
      return cell._withUnsafeGuaranteedRef { $0.ready.load() }
    }

    /// The ways are forgotten with the cells, as when a scope ends.
    func close() {
      for cell in instances.takeOut(forGood: true, also: { shortcuts.clear() }, where: { _ in true }) { withExtendedLifetime(cell) {} }
      require(!shortcuts.mayKnow(word) || nearest() == nil, "a shortcut outlives its cell")
    }
  }
#endif

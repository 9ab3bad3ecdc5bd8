#if Exploration
  /// What is known of the orderings of some atomic accesses. Every access has a verdict, and every verdict an access.
  struct OrderingVerdict {
    enum Kind {
      /// The scenario that breaks when the access is ordered one step weaker.
      case found(by: String)
      /// Why the program would be right with the next weaker ordering. That stays as it is where the primitive has no weaker form.
      case needless(String)
      /// Why no schedule of the explorer can show it, though it is needed.
      case notShown(String)
    }

    let file: String
    /// Each is part of the line that has the access, and of the lines that follow, if it has several.
    let code: [String]
    let kind: Kind

    init(_ file: String, _ code: String..., is kind: Kind) {
      (self.file, self.code, self.kind) = (file, code, kind)
    }

    static func of(_ point: YieldPoint) -> OrderingVerdict? {
      all.first { $0.file == point.file && $0.code.contains(where: point.reads) }
    }

    static let all = found + needless + notShown

    // MARK: Found

    private static let found = [
      OrderingVerdict("ArgumentCache.swift", "ready.", is: .found(by: "arguments")),
      OrderingVerdict("CellTable.swift", "arrayBase.", is: .found(by: "hit-grow")),
      OrderingVerdict("CellTable.swift", "version.storeSequentiallyConsistent(", is: .found(by: "scope-order")),
      OrderingVerdict("CellTable.swift", "return replacing { slot.pointee.cell.exchange(cell) }", is: .found(by: "hit-replace")),
      OrderingVerdict("CellTable.swift", "return replacing { slot.pointee.cell.exchange(nil) }", is: .found(by: "unregister")),
      OrderingVerdict("Core+Hit.swift", "table.phase.", is: .found(by: "sealed-shutdown")),
      OrderingVerdict("Core+HitApart.swift", "watched.loadSequentiallyConsistent()", is: .found(by: "expire")),
      OrderingVerdict("Core+HitApart.swift", "$0.ready.load()", is: .found(by: "cached")),
      OrderingVerdict("Core+Scope.swift", "table.phase.", is: .found(by: "scope-outlived")),
      OrderingVerdict("DefinitionSource.swift", "keysVersion.", is: .found(by: "definition-override")),
      OrderingVerdict("ExploredAtomics.swift", "visit.record.pointee.mark.word.awaitChange(", is: .found(by: "hit-grow")),
      OrderingVerdict("Handle.swift", "keyed.fill(", "keyed.load() else { return .none }", is: .found(by: "property-bind")),
      OrderingVerdict("InstanceTable.swift", "lookups.storeReleasing(", "known.mayKnow(word)", is: .found(by: "scope-learn-2")),
      OrderingVerdict("InstanceTable.swift", "outer.version.", is: .found(by: "scope-learn")),
      OrderingVerdict("KeyedCell.swift", "$0.phase.", is: .found(by: "property-end")),
      OrderingVerdict("KeyedCell.swift", "let version = table.", is: .found(by: "property-replace")),
      OrderingVerdict("KnownDefinitions.swift", "== table.version.", is: .found(by: "definition-reset")),
      OrderingVerdict("KnownMembers.swift", "table.phase.", is: .found(by: "members-end")),
      OrderingVerdict("KnownMembers.swift", "table.version.loadSequentiallyConsistent()", is: .found(by: "members-replace")),
      OrderingVerdict(
        "Late.swift", "reference.load() else { return nil }\nobject.takeUnretainedValue(), to: Object.self)", is: .found(by: "late")),
      OrderingVerdict("Late.swift", "reference.load() else { return nil }\nreturn .fromOpaque(", is: .found(by: "reset-all")),
      OrderingVerdict("Late.swift", "reference.loadSequentiallyConsistent()", "_ = exchange(new)", is: .found(by: "late-end")),
      OrderingVerdict(
        "Life.swift", "LifeState(raw: word.loadSequentiallyConsistent())", "for: new.raw))\nif found == state { return (state, new) }",
        is: .found(by: "late-end")),
      OrderingVerdict("Life.swift", "for: new.raw))\nif found == state { return new.isClosed", is: .found(by: "late-leave")),
      OrderingVerdict(
        "Observers.swift", "listening.storeSequentiallyConsistent(", "listening.loadSequentiallyConsistent()",
        is: .found(by: "observer-end")),
      OrderingVerdict("OnceCell+Looking.swift", "ready.load()", is: .found(by: "herd-2")),
      OrderingVerdict("OnceCell+Expiring.swift", "watched.exchange(nil)", is: .found(by: "expire")),
      OrderingVerdict("OnceCell.swift", "ready.fill(instance)", is: .found(by: "herd-2")),
      OrderingVerdict("PinnedCell.swift", "ready.load()", is: .found(by: "herd-2")),
      OrderingVerdict("Provider.swift", "if let cell = run.cell", "ready.load()", is: .found(by: "provider")),
      OrderingVerdict(
        "ReaderMark.swift", "word.storeSequentiallyConsistent(", "releaseBehindFence(", "let seen = ", is: .found(by: "hit-grow")),
      OrderingVerdict("Registry+Phase.swift", "table.phase.", is: .found(by: "sealed-shutdown")),
      OrderingVerdict("Registry+Replacing.swift", "keysVersion.storeReleasing(before &+ 2)", is: .found(by: "definition-override")),
      OrderingVerdict("SlotArray+Cells.swift", "{ return slots[Int(bitPattern: index)].cell.load", is: .found(by: "hit-unnamed")),
      OrderingVerdict("SlotArray+Cells.swift", "let cell = slots[Int(bitPattern: index)].cell.load", is: .found(by: "hit-replace")),
      OrderingVerdict("SlotArray+Cells.swift", "slot.pointee.cell.fill(moved: moved)\nreturn .reused", is: .found(by: "come-back")),
    ]

    // MARK: Needless

    private static let locked = Kind.needless("every reader and writer holds the lock, or no other thread has the object")
    private static let writers = Kind.needless(
      "only the writer asks, and the registry's lock, or the table's, hands one writer's stores to the next")
    private static let unreached = Kind.needless(
      "no reader can be in this array: it is not shown yet, or was waited for, or the table's lock keeps readers out")
    private static let pair = Kind.needless("word and cell are published by a pair of orderings each, and either pair suffices")
    private static let newer = Kind.needless("a step before it in the same call has read the word, and it reads that value or a newer one")
    private static let matched = Kind.needless(
      "a reader whose version of the table is the one that it finds here has the cell that was noted with that, or one that came later")
    private static let placed = Kind.needless("the word of the cell is filled after it and read before it")
    private static let after = Kind.needless("a thread that has to see it comes after what was stored, and reads nothing else by it")
    private static let hint = Kind.needless("it says whether to take a lock, and what is read then is read with the lock held")

    private static let needless = [
      OrderingVerdict("Attempt.swift", "progress.", is: hint),
      OrderingVerdict(
        "TaskRun.swift", "known.", is: .needless("the values of one word have one order, which is all that is asked of it")),
      OrderingVerdict("TaskRun.swift", "over.", is: after),
      OrderingVerdict(
        "CellTable.swift", "version.loadAcquiring()", "slots[index].cell.load()", "slots[index].word.loadAcquiring()", is: writers),
      OrderingVerdict("CellTable.swift", "aside.slots[index].cell.exchange(", is: unreached),
      OrderingVerdict("ContainerResolver+IfRegistered.swift", "features.", is: after),
      OrderingVerdict("Core+HitApart.swift", "guard table.phase.", is: newer),
      OrderingVerdict(
        "Core+HitApart.swift", "let phase = table.phase.",
        is: .needless("its callers have read the word, or read it again, or have taken a lock that an end takes after it stored the phase")),
      OrderingVerdict("Core+Inject.swift", "features.", is: after),
      OrderingVerdict("Core+Layers.swift", "registry.layers.loadAcquiring() > 0", is: after),
      OrderingVerdict("Core+Layers.swift", "bitPattern: registry.layers.", is: locked),
      OrderingVerdict("Core+ObjectGraph.swift", "features.", is: after),
      OrderingVerdict("Core.swift", "features.", is: after),
      OrderingVerdict("DefinitionSource.swift", "isUsed.", is: hint),
      OrderingVerdict(
        "DefinitionSource.swift", "let version = core.table.version.",
        is: .needless("nothing is found at an older version, and what is looked at after it is found with a lock held")),
      OrderingVerdict("ExploredAtomics.swift", "word.loadAcquiring() == 1", "word.storeReleasing(1)", is: after),
      OrderingVerdict("HiddenWaits.swift", "hiddenWaits.", is: hint),
      OrderingVerdict("Current.swift", "over.", is: after),
      OrderingVerdict("EndBlockers.swift", "over.", is: .needless("what is read by it never changes")),
      OrderingVerdict("Handle.swift", "isTransient, let run = run.load()", is: placed),
      OrderingVerdict("InstanceTable.swift", "if let made = LookupCache(", "?.clear()", "?.free()", is: locked),
      OrderingVerdict(
        "KeyedCell.swift", "= keyed.", "$0.version.loadSequentiallyConsistent() }) == version", "storeSequentiallyConsistent(", is: matched),
      OrderingVerdict("KeyedCell.swift", "table.version.loadAcquiring()", is: writers),
      OrderingVerdict("KnownDefinitions.swift", "keysVersion.", is: after),
      OrderingVerdict(
        "KnownDefinitions.swift", "table.phase.",
        is: .needless("an end takes the objects out before it disposes of one, and with that makes the version another one")),
      OrderingVerdict("KnownMembers.swift", "keysVersion.loadAcquiring() ==", is: after),
      OrderingVerdict(
        "KnownMembers.swift", "let version = core.registry.keysVersion.",
        is: .needless("the registry's lock is taken after it and before anything is looked for")),
      OrderingVerdict(
        "KnownMembers.swift", "table.version.loadAcquiring() !=", is: .needless("the visit in which the cells are read looks again")),
      OrderingVerdict("ObservedDependencies.swift", "isUsed.", is: hint),
      OrderingVerdict("ObservedDependencies.swift", "inserted.", is: locked),
      OrderingVerdict(
        "Life.swift", "for: state.entered(part).raw",
        is: .needless("it reads the newest value, and a thread that does not see it sees it open")),
      OrderingVerdict("LockExecutor.swift", "owner.", is: .needless("a thread compares the value with its own record only")),
      OrderingVerdict("LockedCellTable.swift", "arrayBase.", "isRemoved(cell)", "removed.append(cell)", "cell.exchange(cell)", is: locked),
      OrderingVerdict("Observers.swift", "listening.loadAcquiring()", "listening.storeReleasing(", is: hint),
      OrderingVerdict("OnceCell.swift", "_ = ready.exchange(nil)", is: locked),
      OrderingVerdict("Late.swift", "= load()", is: locked),
      OrderingVerdict(
        "ReferenceRun.swift", "cell = core.table.phase.",
        is: .needless("a table that was sealed once never changes, and the cell is used only if it still is")),
      OrderingVerdict("RecentWords.swift", "slot(", "slots[", is: .needless("the word says all by itself")),
      OrderingVerdict("Registry+Extending.swift", "features.", is: locked),
      OrderingVerdict("Registry+Phase.swift", "layers.loadAcquiring()", is: locked),
      OrderingVerdict("Registry+Replacing.swift", "keysVersion.loadAcquiring()", is: locked),
      OrderingVerdict(
        "Registry+Replacing.swift", "keysVersion.storeReleasing(before &+ 1)",
        is: .needless("the store of a key, which comes after it, releases it")),
      OrderingVerdict("Registry.swift", "features.loadAcquiring()", is: locked),
      OrderingVerdict("Registry.swift", "features.storeReleasing(", is: after),
      OrderingVerdict("ScopeSurroundings.swift", "table.phase.", is: .needless("the hit that was tried before has read the phase")),
      OrderingVerdict("Seed.swift", "features.", is: after),
      OrderingVerdict("LookupCache.swift", "pointee.word.", is: hint),
      OrderingVerdict(
        "SlotArray+Cells.swift", "let found = slot.pointee.word.", "slot.pointee.cell.load()", "slots[$0].cell.load()",
        "let cell = slots[index].cell.load()", "new.insert(moved: cell, for:", is: writers),
      OrderingVerdict(
        "SlotArray+Cells.swift", "&& slots[index].cell.load() != nil", "guard let cell = slots[index].cell.exchange(nil)",
        "{ _ = slots[index].cell.exchange(nil) }", is: unreached),
      OrderingVerdict(
        "SlotArray+Cells.swift", "let found = slots[Int(bitPattern: index)].word.", "slot.pointee.cell.fill(moved: moved)",
        "slot.pointee.word.storeReleasing(word)",
        is: pair),
      OrderingVerdict("ThreadRecord.swift", "of: newestBlock.loadAcquiring()", is: locked),
    ]

    // MARK: Not shown

    private static let inOrder = Kind.notShown("a load that the machine puts off behind a later one: explored threads load in order")

    private static let notShown = [
      OrderingVerdict(
        "RecentTypes.swift", "place.pointee.",
        is: .notShown("the words are made before an exploration begins, and lead to memory of the runtime's")),
      OrderingVerdict(
        "LockedCellTable.swift", "closed.",
        is: .notShown("asked without the lock while a container drains: no scenario drains beside an open scope")),
      OrderingVerdict("CellTable.swift", "version.storeReleasing(", is: inOrder),
      OrderingVerdict(
        "Handle.swift", "keyed.load()", "run.load()", "run.fill(",
        is: .notShown("it leads to what never changes, at which no exploration looks for races")),
      OrderingVerdict("KnownMembers.swift", "version = levels[index]", is: inOrder),
      OrderingVerdict(
        "OnceCell.swift", "watched.fill(instance)",
        is: .notShown("it leads to a weak reference, which is the runtime's: see `ExploredContainer`")),
      OrderingVerdict("LookupCache.swift", "first.version.", is: inOrder),
      OrderingVerdict(
        "ExploredAtomics.swift", "word.awaitChange(of: state.raw)", is: .notShown("the explorer's own: a task that shuts down is told")),
      OrderingVerdict(
        "OverrideBinding.swift", "table.phase.", is: .notShown("a layer is in force for a task, and explored threads run none")),
      OrderingVerdict(
        "LongWaitWatch.swift", "alarm.", is: .notShown("the timer looks from a thread of its own, so that explorations have none")),
      OrderingVerdict(
        "ReaderMark.swift", "private var isOver", is: .notShown("the explorer waits for a change in its place, which `hit-grow` finds")),
      OrderingVerdict("ThreadRecord.swift", "newestBlock.", is: .notShown("explored threads have records of the explorer's")),
    ]
  }
#endif

import HoldfastStress

/// A container that is simple and slow: one lock, and whoever waits for a build looks again and again.
///
/// Without a defect it is sound, which shows that the checker raises no false alarm.
final class FakeSubject: Subject {
  private struct Entry {
    let recipe: Recipe
    /// Tells this registration, since its last reset, from all others.
    let version: UInt64
    var instance: Specimen?
    /// The one from before the last replacement.
    var previous: Specimen?
    var isBuilding = false
  }

  private struct Book {
    var entries: [Int: Entry] = [:]
    var isSealed = false
    /// Removals that were promised and not made yet, and the number of changes and looks after which they are.
    var late: [(key: Int, due: UInt64)] = []
    var number: UInt64 = 0

    mutating func next() -> UInt64 {
      number += 1
      return number
    }
  }

  private let defect: FakeDefect?
  private let keys: Int
  private let book = Locked(Book())

  init(_ defect: FakeDefect?, keys: Int) {
    self.defect = defect
    self.keys = keys
  }

  // MARK: Changes

  func register(_ key: Int, _ recipe: Recipe) -> Change {
    change { self.put(key, recipe, in: &$0) }
  }

  func registerAll(_ recipe: Recipe) -> Change {
    change { for key in 0..<self.keys { self.put(key, recipe, in: &$0) } }
  }

  func unregister(_ key: Int) -> Change {
    guard defect == .lateUnregister else { return change { $0.entries[key] = nil } }
    return change { $0.late.append((key, $0.number + 20)) }
  }

  func reset(_ key: Int) -> Change {
    change { self.clear(key, in: &$0) }
  }

  func resetAll() -> Change {
    change { for key in 0..<self.keys { self.clear(key, in: &$0) } }
  }

  func seal() {
    book.withLock { $0.isSealed = true }
  }

  private func change(_ body: (inout Book) -> Void) -> Change {
    if defect == .noLock {
      // With storage of its own: storage that is read here while its last owner changes it in place is a race to the thread sanitizer.
      var copy = book.withLock { book in
        var copy = book
        copy.entries = book.entries.mapValues { $0 }
        return copy
      }
      if copy.isSealed { return .refused }
      body(&copy)
      // Nobody would clear a mark that an old copy brings back, and everybody would wait.
      for key in copy.entries.keys { copy.entries[key]?.isBuilding = false }
      MonotonicClock.yieldThread()
      book.withLock { [copy] in $0 = copy }
      return .done
    }
    return book.withLock { book in
      if book.isSealed { return .refused }
      tick(&book)
      body(&book)
      return .done
    }
  }

  private func put(_ key: Int, _ recipe: Recipe, in book: inout Book) {
    let old = book.entries[key]
    var entry = Entry(recipe: recipe, version: book.next(), previous: old?.instance)
    if defect == .replaceKeepsInstance { entry.instance = old?.instance }
    // The build under way is taken for one of the new registration.
    if defect == .waiterSeesOldValue { entry.isBuilding = old?.isBuilding ?? false }
    book.entries[key] = entry
  }

  private func clear(_ key: Int, in book: inout Book) {
    guard let old = book.entries[key] else { return }
    if defect == .resetLosesRace, old.isBuilding { return }
    book.entries[key] = Entry(recipe: old.recipe, version: book.next(), previous: old.previous)
  }

  private func tick(_ book: inout Book) {
    let now = book.next()
    for late in book.late where late.due <= now { book.entries[late.key] = nil }
    book.late.removeAll { $0.due <= now }
  }

  // MARK: Resolving

  private enum Step {
    case answer(Found)
    case build(Recipe, version: UInt64)
    case wait
  }

  func resolve(_ key: Int) -> Found {
    while true {
      switch book.withLock({ step(key, in: &$0) }) {
      case .answer(let found): return found
      case .build(let recipe, let version): return build(key, recipe, version)
      case .wait: MonotonicClock.yieldThread()
      }
    }
  }

  private func step(_ key: Int, in book: inout Book) -> Step {
    tick(&book)
    guard var entry = book.entries[key] else { return .answer(.notRegistered) }
    if defect == .staleRead, let previous = entry.previous, book.number.isMultiple(of: 16) { return .answer(.instance(previous)) }
    if let instance = entry.instance { return .answer(.instance(instance)) }
    if entry.isBuilding, defect != .missingSecondCheck { return .wait }
    entry.isBuilding = true
    if defect == .publishedBeforeBuilt { entry.instance = Specimen.unbuilt }
    book.entries[key] = entry
    return .build(entry.recipe, version: entry.version)
  }

  private func build(_ key: Int, _ recipe: Recipe, _ version: UInt64) -> Found {
    let built = Result { () throws(PlannedFault) in try recipe.make() }
    return book.withLock { book in
      let isMine = defect == .waiterSeesOldValue || book.entries[key]?.version == version
      if isMine, book.entries[key] != nil {
        book.entries[key]?.isBuilding = false
        book.entries[key]?.instance = try? built.get()
      }
      switch built {
      case .success(let instance): return .instance(instance)
      case .failure(let fault): return .threw(fault.generation)
      }
    }
  }
}

import Holdfast

/// Finds which value that a container keeps holds an object, where reflection does not see it: in a closure, a lock or an actor.
///
/// ```
/// values that the container keeps, those that need others first:   a  b  c  d
/// a container without a and b: the object is held
/// a container without a, b, c: the object is released, so c holds it
/// ```
struct HolderSearch {
  private let examination: Examination
  /// Makes the object in a container whose shared values are built, and lets go of it.
  private let make: (MadeContainer) -> WeakInstance?

  init(_ examination: Examination, _ make: @escaping (MadeContainer) -> WeakInstance?) {
    self.examination = examination
    self.make = make
  }

  /// A search for what holds an object of a scope that has ended. Another value of the scope may have handed it on, so all of these are made.
  init(_ examination: Examination, ofScope target: Target) {
    self.init(examination) { made in
      let container = made.container
      let outcome = examination.patience.inTask(examination.limit * 2) { () -> WeakInstance? in
        let scopes = try examination.openScopes(container)
        var instance: WeakInstance?
        for asked in examination.everyTarget where asked.needsScope && !examination.findings.isExcluded(asked.key) {
          guard let scope = Examination.scope(of: asked, in: scopes), let answer = try? await asked.asking.inTask(scope) else { continue }
          if asked.key == target.key { instance = answer.object.map { WeakInstance(object: $0) } }
        }
        await Examination.end(scopes)
        return instance
      }
      guard case .done(let instance) = outcome else { return nil }
      return instance
    }
  }

  /// The value that holds it; nil if none that the container keeps does, or none alone.
  func run() -> Target? {
    // What needs the others is released first: it may hold what it needs.
    let kept = Array(examination.targetsByDepth.filter(\.isShared).reversed())
    var (held, released) = (0, kept.count)
    guard isReleased(without: kept) == true, isReleased(without: []) == false else { return nil }
    while released - held > 1 {
      let middle = (held + released) / 2
      guard let isReleased = isReleased(without: Array(kept.prefix(middle))) else { return nil }
      if isReleased { released = middle } else { held = middle }
    }
    return kept[held]
  }

  /// Whether the object is released when these values are; nil if that cannot be tried.
  private func isReleased(without targets: [Target]) -> Bool? {
    guard let made = try? MadeContainer(examination) else { return nil }
    examination.buildShared(in: made)
    let instance = make(made)
    for target in targets { made.release(target.key) }
    let isReleased = instance.map { instance in examination.patience.until(.milliseconds(300)) { instance.object == nil } }
    _ = examination.patience.inTask(examination.limit * 2) { [limit = examination.limit] in await made.shutDown(within: limit) }
    return isReleased
  }
}

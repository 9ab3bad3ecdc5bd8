import Holdfast

/// What must hold when a run is over, whatever its parts.
struct Oracle {
  let scene: Scene

  private var book: Book { scene.book }

  /// What is not promised today, so that no program is judged by it; told with every proof of coverage.
  static let notJudged = [
    "the order of disposal in a scope of which a build failed or was left by its callers: the scope's end does not wait for what that made",
    "the order of disposal of the two halves of a constructor circle that failed or was left: each is disposed of by itself",
  ]

  /// All callers are answered, nothing is shut down yet.
  func judgeAnswers() {
    if let broken = scene.edit({ $0.container })?.brokenInvariant { book.report(.whole, broken) }
    judgeBuilds()
    let answers = scene.edit { $0.answers }
    if scene.program.isPlural { return }
    for (index, need) in scene.needs.enumerated() where need.lifetime.isShared {
      let numbers = Set(answers.filter { $0.role == scene.needs[index].role }.map(\.number))
      book.expect(
        numbers.count <= 1, .once,
        "callers got \(numbers.count) objects of one \(need.lifetime): \(roleName(need.role)) \(numbers.sorted())")
    }
  }

  /// Failed builds make no object, so whatever was made beside the one, and one more each time that it was taken away, was made twice.
  private func judgeBuilds() {
    guard let most = scene.program.mostBuilds else { return }
    for need in scene.needs where need.lifetime.isShared {
      let made = book.count { $0.role == need.role && !$0.isOverride }
      book.expect(
        made <= most, .once,
        "\(made) objects were made of one \(need.lifetime) that was taken away \(most - 1) times: \(roleName(need.role))")
    }
  }

  /// Everything is shut down and released.
  func judgeEnd() {
    let lives = book.lives
    let layers = layers(of: lives)
    let isReleased = scene.edit { $0.isReleased || $0.isLate }
    for (number, life) in lives.enumerated() {
      let name = "\(roleName(life.role)) \(number)" + (layers[number] != nil ? " of a layer" : "")
      book.expect(life.disposals.count <= 1, .disposed, "\(name) was disposed of \(life.disposals.count) times")
      let isDropped = scene.edit { $0.droppedChild && $0.foreign.contains(life.role) }
      if life.isOwned && !isReleased && !isDropped { book.expect(!life.disposals.isEmpty, .disposed, "\(name) was never disposed of") }
      book.expect(life.isFilled || life.disposals.isEmpty, .disposed, "\(name) was disposed of, and one of its wrappers has no value")
      book.expect(life.disposals.count == life.ends.count, .disposed, "the disposal of \(name) never ended")
      if !scene.program.takesAway { judgeOrder(lives, number, name) }
    }
    // What a shutdown said is not over may go on.
    if scene.edit({ $0.isLate && !$0.isReleased }), scene.program.isBounded { return }
    book.expect(
      book.alive == 0, .alive, "at the end there live \(lives.enumerated().filter { $0.element.isAlive }.map { roleName($0.element.role) })"
    )
    book.expect(book.tokens == 0, .alive, "at the end \(book.tokens) registrations are alive")
    guard let closedAt = scene.edit({ $0.closedAt }) else { return }
    let foreign = scene.edit { $0.foreign }
    for run in book.runs where run.began > closedAt && run.counts && !foreign.contains(run.role) {
      book.report(.truthful, "a report had called everything over, and then the \(run.what) of \(roleName(run.role)) ran")
    }
    let (closingAt, layerEnds) = scene.edit { ($0.closingAt ?? closedAt, $0.layerEnds) }
    for (number, life) in lives.enumerated() where life.ends.contains(where: { $0 > closedAt }) && !foreign.contains(life.role) {
      // A layer owns what was made in it: one that is there when its container is shut down puts it away at its own end.
      if let layer = layers[number], layerEnds[layer].map({ $0 > closingAt }) ?? true { continue }
      book.report(.truthful, "a report had called everything over, and then \(roleName(life.role)) \(number) was disposed of")
    }
  }

  /// By object, the layer that it belongs to: whatever reaches what a layer's registration made.
  private func layers(of lives: [Book.Life]) -> [Int?] {
    var layers = lives.map(\.layer)
    let owners = Dictionary(
      lives.enumerated().flatMap { owner, life in life.injected.map { ($0, owner) } }, uniquingKeysWith: { first, _ in first })
    var changes = true
    while changes {
      changes = false
      for (number, life) in lives.enumerated() where layers[number] == nil {
        layers[number] = (life.held + [life.mate, owners[number]].compactMap { $0 }).lazy.compactMap { layers[$0] }.first
        if layers[number] != nil { changes = true }
      }
    }
    return layers
  }

  /// A sealed container keeps its singletons until nothing leads to it any more, so that one of them that does keeps both alive, as `seal()`
  /// says. Sees that nothing else does, by letting go of just these references; answers whether there were any.
  func breakSealedCircle() -> Bool {
    guard scene.edit({ $0.isSealed }) else { return false }
    let keptBySingletons = keptBySingletons
    let keepers = book.keepers.filter { keptBySingletons.contains($0.number) }
    for keeper in keepers { keeper.forgetWays() }
    return !keepers.isEmpty
  }

  /// The singletons, and what they were made with: an object of a graph lives as long as a singleton that holds it.
  private var keptBySingletons: Set<Int> {
    let lives = book.lives
    var kept: Set<Int> = []
    var next = lives.indices.filter { lives[$0].lifetime.outlastsSeal }
    while let number = next.popLast() {
      guard kept.insert(number).inserted else { continue }
      next += lives[number].held + [lives[number].mate].compactMap { $0 }
    }
    return kept
  }

  /// An object is disposed of before what it was made with.
  private func judgeOrder(_ lives: [Book.Life], _ number: Int, _ name: String) {
    guard let begin = lives[number].disposals.first else { return }
    let foreign = scene.edit { $0.foreign }
    // What a replacement that failed had built aside, and no caller got.
    let givenUp = scene.edit { $0.leftReplacement } ? Set(lives.indices).subtracting(book.handedOut) : []
    for (other, life) in lives.enumerated() where life.held.contains(number) && !foreign.contains(life.role) {
      // A scope that was open, and a build and a replacement that were on their way, when nothing more was waited for end when they end.
      if scene.edit({ life.lifetime.isOfScope && $0.leftScopesOpen || $0.leftUnfinished.contains(life.role) }) { continue }
      if givenUp.contains(other) { continue }
      // As `notJudged` says.
      if scene.program.breaksBuilds, life.lifetime.isOfScope || lives[number].role > Leaf.role { continue }
      if let end = life.ends.first, end > begin {
        book.report(
          .order, "\(name) was disposed of before \(roleName(life.role)) \(other), a \(life.lifetime) made with it, was through")
      }
    }
  }
}

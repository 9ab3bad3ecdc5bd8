import Holdfast

/// What must hold when a run is over, whatever its parts.
struct Oracle {
  let scene: Scene

  private var book: Book { scene.book }

  /// All callers are answered, nothing is shut down yet.
  func judgeAnswers() {
    let answers = scene.edit { $0.answers }
    if scene.program.isPlural { return }
    for (index, need) in scene.needs.enumerated() where need.lifetime.isShared {
      let numbers = Set(answers.filter { $0.role == scene.needs[index].role }.map(\.number))
      book.expect(
        numbers.count <= 1, .once,
        "callers got \(numbers.count) objects of one \(need.lifetime): \(roleName(need.role)) \(numbers.sorted())")
      // Failed and abandoned builds make none; so whatever was made beside the one was made twice.

      let made = book.lives.count { $0.role == need.role && !$0.isOverride }
      book.expect(made <= 1, .once, "\(made) objects were made of one \(need.lifetime): \(roleName(need.role))")
    }
  }

  /// Everything is shut down and released.
  func judgeEnd() {
    let lives = book.lives
    let isReleased = scene.edit { $0.isReleased || $0.isLate }
    for (number, life) in lives.enumerated() {
      let name = "\(roleName(life.role)) \(number)" + (life.isOverride ? " of a layer" : "")
      book.expect(life.disposals.count <= 1, .disposed, "\(name) was disposed of \(life.disposals.count) times")
      if life.isOwned && !isReleased { book.expect(!life.disposals.isEmpty, .disposed, "\(name) was never disposed of") }
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
    for (number, life) in lives.enumerated() where life.ends.contains(where: { $0 > closedAt }) && !foreign.contains(life.role) {
      book.report(.truthful, "a report had called everything over, and then \(roleName(life.role)) \(number) was disposed of")
    }
  }

  /// An object is put away before what it was made with.
  private func judgeOrder(_ lives: [Book.Life], _ number: Int, _ name: String) {
    guard let begin = lives[number].disposals.first else { return }
    let foreign = scene.edit { $0.foreign }
    for (other, life) in lives.enumerated() where life.held.contains(number) && !foreign.contains(life.role) {
      if let end = life.ends.first, end > begin {
        book.report(.order, "\(name) was disposed of before \(roleName(life.role)) \(other), which was made with it, was through")
      }
    }
  }
}

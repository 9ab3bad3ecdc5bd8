import Holdfast
import HoldfastDiagnostics

/// A lie that is written into the book of a sound run, to see that the oracle finds it.
package enum Plant: String, CaseIterable, Sendable {
  case disposedTwice, neverDisposed, wrongOrder, ranAfterTheEnd, leaked, builtTwice, hiddenNeed, inventedEdge, refutedProblem

  /// What the oracle must say of it.
  package var kind: Problem.Kind {
    switch self {
    case .disposedTwice, .neverDisposed: .disposed
    case .wrongOrder: .order
    case .ranAfterTheEnd: .truthful
    case .leaked: .alive
    case .builtTwice: .once
    case .hiddenNeed, .inventedEdge, .refutedProblem: .graph
    }
  }

  /// Whether it is planted when the container is gone, and not while it can be asked.
  private var isOfTheEnd: Bool {
    switch self {
    case .disposedTwice, .neverDisposed, .wrongOrder, .ranAfterTheEnd, .leaked: true
    case .builtTwice, .hiddenNeed, .inventedEdge, .refutedProblem: false
    }
  }

  /// Writes it; before the callers' answers are judged if it is about them, at the end otherwise.
  func write(into scene: Scene, atEnd: Bool) {
    let book = scene.book
    guard atEnd == isOfTheEnd else { return }
    let life = Book.Life(role: Leaf.role, generation: 0, layer: nil, lifetime: .singleton, held: [], isOwned: true)
    switch self {
    case .disposedTwice:
      let number = book.made(life)
      for _ in 0..<2 {
        book.disposalBegins(number)
        book.disposalEnds(number)
      }
      book.died(number)
    case .neverDisposed: book.died(book.made(life))
    case .wrongOrder:
      let needed = book.made(life)
      let holder = book.made(life)
      book.held(needed, by: holder)
      for number in [needed, holder] {
        book.disposalBegins(number)
        book.disposalEnds(number)
        book.died(number)
      }
    case .ranAfterTheEnd: book.ends(book.begins("factory", Leaf.role))
    case .leaked:
      let number = book.made(life)
      book.disposalBegins(number)
      book.disposalEnds(number)
    case .hiddenNeed:
      let needed = book.made(Book.Life(role: Outer.role, generation: 0, layer: nil, lifetime: .singleton, held: [], isOwned: true))
      let holder = book.made(life)
      book.held(needed, by: holder)
      book.handedOut([needed, holder])
      for number in [holder, needed] {
        book.disposalBegins(number)
        book.disposalEnds(number)
        book.died(number)
      }
    case .inventedEdge: book.forgetAsked()
    case .refutedProblem: _ = try? scene.container.declare(Item<Leaf>.self, needs: .on(String.self, named: "nowhere"))
    case .builtTwice:
      let number = book.made(life)
      book.disposalBegins(number)
      book.disposalEnds(number)
      book.died(number)
    }
  }
}

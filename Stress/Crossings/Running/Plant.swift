/// A lie that is written into the book of a sound run, to see that the oracle finds it.
package enum Plant: String, CaseIterable, Sendable {
  case disposedTwice, neverDisposed, wrongOrder, ranAfterTheEnd, leaked, builtTwice

  /// What the oracle must say of it.
  package var kind: Problem.Kind {
    switch self {
    case .disposedTwice, .neverDisposed: .disposed
    case .wrongOrder: .order
    case .ranAfterTheEnd: .truthful
    case .leaked: .alive
    case .builtTwice: .once
    }
  }

  /// Writes it; before the callers' answers are judged if it is about them, at the end otherwise.
  func write(into book: Book, atEnd: Bool) {
    guard atEnd != (self == .builtTwice) else { return }
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
    case .builtTwice:
      let number = book.made(life)
      book.disposalBegins(number)
      book.disposalEnds(number)
      book.died(number)
    }
  }
}

import OnceKernel

extension [OnceCell] {
  /// The cells, with those of argument caches in the place of the cell that holds the cache, which takes no more.
  var expanded: [OnceCell] {
    if !contains(where: { $0.registration.isCache }) { return self }
    return flatMap { cell in
      guard let instance = cell.instance, let inner = cell.registration.closeInner(instance) else { return [cell] }
      _ = cell.retire()
      return inner
    }
  }

  /// The cells that hold an instance or are about to, in the order in which their instances were published.
  var inOrderOfCreation: [OnceCell] {
    if count < 2 { return self }
    if count > 16 { return map { ($0, $0.orderOfPublication) }.sorted { $0.1 < $1.1 }.map(\.0) }
    // What a scope has is mostly this little: inserted one after the other, without the memory that sorting takes.
    var (cells, ranks) = (self, OnceCell.ordersOfPublication(of: self))
    for end in 1..<count {
      var place = end
      while place > 0, ranks[place - 1] > ranks[place] {
        ranks.swapAt(place - 1, place)
        cells.swapAt(place - 1, place)
        place -= 1
      }
    }
    return cells
  }
}

import OnceKernel

extension OnceCell {
  /// When its instance was done. What is not done yet comes after all that is.
  var placeInOrder: UInt64 {
    let order = orderOfPublication
    return order == 0 ? OnceCell.nextOrder : order
  }
}

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

  /// Adds cells, which are mostly none: to append nothing makes an array anew.
  mutating func add(_ further: [OnceCell]) {
    if isEmpty { self = further } else if !further.isEmpty { append(contentsOf: further) }
  }

  /// Puts them in the order in which their instances were published.
  mutating func sortByCreation() {
    if count < 2 { return }
    // What a scope has is mostly this little.
    if count <= 16 { return OnceCell.sortByPublication(&self) }
    let orders = OnceCell.ordersOfPublication(of: self)
    // Most of what a container has may never have been asked for. Numbers are sorted, as moving a cell counts its references.
    var published: [(order: UInt64, index: Int)] = []
    for (index, order) in orders.enumerated() where order != 0 { published.append((order, index)) }
    if published.isEmpty { return }
    published.sort { $0.order < $1.order }
    let unpublished = published.count == count ? [] : indices.filter { orders[$0] == 0 }
    self = unpublished.map { self[$0] } + published.map { self[$0.index] }
  }

  /// The cells in the order in which their instances were published.
  var inOrderOfCreation: [OnceCell] {
    var cells = self
    cells.sortByCreation()
    return cells
  }
}

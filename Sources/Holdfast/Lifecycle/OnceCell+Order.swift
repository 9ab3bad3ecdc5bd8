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
    if count == 2 { return self[0].rankOfCreation <= self[1].rankOfCreation ? self : [self[1], self[0]] }
    return map { ($0, $0.rankOfCreation) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension OnceCell {
  fileprivate var rankOfCreation: UInt64 { published?.order ?? 0 }
}

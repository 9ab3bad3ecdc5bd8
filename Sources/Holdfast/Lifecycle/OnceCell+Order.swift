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
    return map { ($0, $0.published?.order ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

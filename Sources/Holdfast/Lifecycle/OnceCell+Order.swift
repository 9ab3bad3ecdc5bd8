import OnceKernel

extension [OnceCell] {
  /// The cells that hold an instance or are about to, in the order in which their instances were published.
  var inOrderOfCreation: [OnceCell] {
    if count < 2 { return self }
    return map { ($0, $0.published?.order ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

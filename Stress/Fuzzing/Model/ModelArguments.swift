/// The values that are kept for arguments, the one that was used last at the end.
struct ModelArguments {
  private static let capacity = 2
  private var kept: [(argument: Int, part: Part?)] = []

  /// Finds a value and counts a use of it, or makes room for one; nil if it is still to be built.
  ///
  /// - Parameter counts: whether the use of a value that is there counts.
  mutating func use(_ argument: Int, counts: Bool) -> Part? {
    guard let index = kept.firstIndex(where: { $0.argument == argument }) else {
      kept.append((argument, nil))
      if kept.count > Self.capacity { kept.removeFirst() }
      return nil
    }
    let known = kept[index]
    if counts || known.part == nil {
      kept.remove(at: index)
      kept.append(known)
    }
    return known.part
  }

  mutating func keep(_ part: Part, for argument: Int) {
    if let index = kept.firstIndex(where: { $0.argument == argument }) { kept[index].part = part }
  }
}

/// Elements in the order in which they were first seen, each once.
struct Distinct<Element: Hashable> {
  private(set) var list: [Element] = []
  /// The elements as a set, once they are too many to compare with each.
  private var set: Set<Element>?

  /// Answers whether it is a new one.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    if set == nil ? list.contains(element) : set?.insert(element).inserted == false { return false }
    list.append(element)
    if set == nil, list.count > 16 { set = Set(list) }
    return true
  }

  mutating func keep(where isKept: (Element) -> Bool) {
    list = list.filter(isKept)
    set = set?.filter(isKept)
  }
}

extension Distinct: Sendable where Element: Sendable {}

/// Makes something for a key whose type is known where it is called, so that the result is specialized for it.
protocol DistinctKeyVisitor {
  associatedtype Result
  func visit<K: DistinctKey>(_ key: K.Type) -> Result
}

extension DistinctKeyVisitor {
  /// The results for the first so many keys; beyond sixteen they repeat.
  @inline(__always)
  func results(_ count: Int) -> [Result] {
    let all = [
      visit(Key0.self), visit(Key1.self), visit(Key2.self), visit(Key3.self),
      visit(Key4.self), visit(Key5.self), visit(Key6.self), visit(Key7.self),
      visit(Key8.self), visit(Key9.self), visit(Key10.self), visit(Key11.self),
      visit(Key12.self), visit(Key13.self), visit(Key14.self), visit(Key15.self),
    ]
    return (0..<count).map { all[$0 % all.count] }
  }
}

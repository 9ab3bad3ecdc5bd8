public import OnceKernel

extension CellTable {
  /// The cell of a key in a container's table. During a visit, or in a sealed table.
  @inlinable @inline(__always)
  func find(_ type: Any.Type, _ name: Name?) -> Unmanaged<OnceCell>? {
    guard let name else { return find(Word.of(type)) }
    return find(Word.of(type, name)) { cell in
      let key = cell.registration.key
      return key.type == type && key.name == name
    }
  }
}

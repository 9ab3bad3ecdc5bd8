/// How much the heap grows over a million resolves of one key, in any scope that a container has.
///
/// The worst of the keys counts. A first thousand resolves come before the first reading, so that what is built once is not growth.
enum MemoryGrowth {
  static let resolves = 1_000_000

  static var bytes: Int? {
    let open = Containers.furnished(sealed: false)
    let bodies = [
      Body(HoldfastProtocol(container: open)),
      Body(HoldfastNamedLiteral(container: open)),
      Body(HoldfastTransient(container: open)),
      Body(HoldfastGraph(container: open)),
      Body(HoldfastProtocol(container: Containers.furnished(sealed: true))),
    ]
    return bodies.compactMap(growth).max()
  }

  private static func growth(_ body: Body) -> Int? {
    body.run(1_000)
    guard let before = HeapSize.now else { return nil }
    body.run(resolves)
    return HeapSize.now.map { $0 - before }
  }
}

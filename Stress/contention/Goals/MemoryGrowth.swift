import Holdfast
import HoldfastStress
import StressKit

/// How much the heap grows over a million resolves of one key, in any scope that a container has.
///
/// The worst of the keys counts. A first thousand resolves come before the first reading, so that what is built once is not growth.
enum MemoryGrowth {
  static let resolves = 1_000_000

  static var bytes: Int? {
    let open = Containers.furnished(sealed: false)
    let sealed = Containers.furnished(sealed: true)
    let bodies = [open, sealed].flatMap { container in
      [
        Body(HoldfastProtocol(container: container)),
        Body(HoldfastNamedLiteral(container: container)),
        Body(HoldfastTransient(container: container)),
        Body(HoldfastGraph(container: container)),
        Body(HoldfastEngine(container: container, name: "weak"), keeping: try? container.resolve(Engine.self, named: "weak")),
        Body(HoldfastEngine(container: container, name: "cached")),
        Body(HoldfastArguments(container: container)),
        Body(HoldfastSameArgument(container: container)),
      ]
    }
    let scoped = open.withScope { growth(Body(HoldfastScoped(scope: $0))) }
    return (bodies.map(growth) + [scoped]).compactMap { $0 }.max()
  }

  private static func growth(_ body: Body) -> Int? {
    body.run(1_000)
    guard let before = HeapSize.now else { return nil }
    body.run(resolves)
    return HeapSize.now.map { $0 - before }
  }
}

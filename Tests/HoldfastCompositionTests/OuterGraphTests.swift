import Holdfast
import HoldfastComposition
import Testing

/// Objects of a graph that the composition around has.
@Suite("Graphs across compositions")
struct OuterGraphTests {
  final class Leaf: Sendable {}

  final class Branch: Sendable {
    let leaf: Leaf
    init(_ leaf: Leaf) { self.leaf = leaf }
  }

  struct Crown: Sendable {
    let branch: Branch
    let leaf: Leaf
    var isOne: Bool { branch.leaf === leaf }
  }

  struct Outer: Composition {
    let leaf = New(in: .graph) { Leaf() }
  }

  struct Inner: Composition {
    let leaf: Need<Leaf>
    let branch = New(\.leaf) { Branch($0) }
    let crown = New(\.branch, \.leaf) { Crown(branch: $0, leaf: $1) }
    let later = NewAsync(\.branch, \.leaf) { Crown(branch: $0, leaf: $1) }
  }

  struct Whole: Composition {
    let outer = Outer()
    let inner: Inner
    init() { inner = Inner(leaf: Need(outer.leaf)) }
  }

  @Test("An object graph has one of what it owns, also where another composition has it", arguments: [false, true])
  func outer(inOneContainer: Bool) async throws {
    let outer = try Composed(Outer.init)
    let whole = try Composed(Whole.init)
    let inner = try Composed(inside: outer) { Inner(leaf: Need(outer.leaf)) }
    #expect(try (inOneContainer ? whole.inner.crown : inner.crown)().isOne)
    #expect(try await (inOneContainer ? whole.inner.later : inner.later)().isOne)
  }
}

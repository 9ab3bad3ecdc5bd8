import Holdfast
import HoldfastComposition
import HoldfastStress
import HoldfastStressTesting
import Testing

@Suite("A composition with an object of each kind, under the harness")
struct EachKindUnderStressTests {
  @Test("Nothing is found")
  func eachKind() async {
    // In a process of its own: the tests beside this one need the threads that it takes.
    await #expect(processExitsWith: .success) {
      let arguments: [ArgumentKey] = [
        .key(Item.self, named: "maker", taking: Int.self), .key(Item.self, named: "kept", taking: Int.self),
        .key(Item.self, named: "makerAsync", taking: Int.self),
        .key(Item.self, named: "scopedMaker", taking: Int.self), .key(Item.self, named: "scopedMakerAsync", taking: Int.self),
      ]
      let root = CompositionRoot(touching: .everything, arguments: arguments, seeds: { [.value(Visit())] }) {
        try Composed(EachKind.init).container
      }
      try await expectNoFindings(root, seconds: 2)
    }
  }

  private final class Item: Sendable {}
  private struct Visit: ComposedScope {}

  private struct EachKind: Composition {
    let shared = Shared { Item() }
    let cached = Shared(in: .cached("group"), \.shared) { _ in Item() }
    let weak = Shared(in: .weak) { Item() }
    let sharedAsync = SharedAsync(dispose: { _ in }, \.shared) { _ in Item() }
    let sharedOnMain = SharedOnMain(\.shared) { _ in Item() }
    let new = New(\.shared) { _ in Item() }
    let graph = New(in: .graph) { Item() }
    let newAsync = NewAsync(\.sharedAsync) { _ in Item() }
    let newOnMain = NewOnMain(\.sharedOnMain) { _ in Item() }
    let maker = Maker(taking: Int.self, \.shared) { _, _ in Item() }
    let kept = Maker(in: .once, taking: Int.self) { _ in Item() }
    let makerAsync = MakerAsync(taking: Int.self, \.sharedAsync) { _, _ in Item() }
    let makerOnMain = MakerOnMain(taking: Int.self, \.sharedOnMain) { _, _ in Item() }
    let visit = Given<Visit>()
    let scoped = Scoped<Visit, Item>(\.visit, \.shared) { _, _ in Item() }
    let scopedAsync = ScopedAsync<Visit, Item>(\.scoped, \.sharedAsync) { _, _ in Item() }
    let scopedOnMain = ScopedOnMain<Visit, Item>(\.scoped) { _ in Item() }
    let scopedNew = ScopedNew<Visit, Item>(\.scoped) { _ in Item() }
    let scopedNewAsync = ScopedNewAsync<Visit, Item>(\.scopedAsync) { _ in Item() }
    let scopedNewOnMain = ScopedNewOnMain<Visit, Item>(\.scopedOnMain) { _ in Item() }
    let scopedMaker = ScopedMaker<Visit, Int, Item>(taking: Int.self, \.scoped) { _, _ in Item() }
    let scopedMakerAsync = ScopedMakerAsync<Visit, Int, Item>(taking: Int.self, \.scopedAsync) { _, _ in Item() }
    let scopedMakerOnMain = ScopedMakerOnMain<Visit, Int, Item>(taking: Int.self, \.scopedOnMain) { _, _ in Item() }
    let wrap = Decorator(\.shared, \.cached.deferred) { item, _ in item }
    let inject = Injector(\.weak, \.shared) { _, _ in }
    let several = Several<Item>(\.shared, \.cached)
    let all = Shared(\.several) { $0 }
    let scopes = Scopes()
    let worker = Shared(\.scopes) { $0 }
  }
}

import Holdfast
import HoldfastComposition
import HoldfastStress

/// What `CompositionThing` composes: an object of each kind.
struct CrossedObjects: Composition {
  let shared = Shared { CrossedObject() }
  let cached = Shared(in: .cached("crossings"), \.shared) { _ in CrossedObject() }
  let weak = Shared(in: .weak) { CrossedObject() }
  let new = New(\.shared) { _ in CrossedObject() }
  let leaf = New(in: .graph) { CrossedObject() }
  let pair = New(\.leaf, \.leaf) { ($0, $1) }
  let made = Maker(taking: Int.self, \.shared) { _, _ in CrossedObject() }
  let kept = Maker(in: .once, taking: Int.self) { _ in CrossedObject() }

  let linked = Shared { CrossedLink() }
  let linking = Shared { CrossedLink() }
  let forth = Injector(\.linked, \.linking) { $0.link(to: $1) }
  let back = Injector(\.linking, \.linked) { $0.link(to: $1) }
  let plain = Shared { [CrossedObject()] }
  let wrap = Decorator(\.plain, \.shared) { $0 + [$1] }
  let several = Several<CrossedObject>(\.shared, \.cached)
  let all = Shared(\.several) { $0 }
  let later = Shared(\.shared.deferred) { $0 }

  let visit = Given<CrossedVisit>()
  let scoped = Scoped<CrossedVisit, CrossedObject>(dispose: { object, _ in object.endings.withLock { $0 += 1 } }, \.visit, \.shared) {
    _, _ in
    CrossedObject()
  }
  let fresh = ScopedNew<CrossedVisit, CrossedObject>(\.scoped) { _ in CrossedObject() }
  let freshInTask = ScopedNewAsync<CrossedVisit, CrossedObject>(\.scoped) { _ in CrossedObject() }
  let page = ScopedMaker<CrossedVisit, Int, CrossedObject>(taking: Int.self, \.scoped) { _, _ in CrossedObject() }
  let scopedInTask = ScopedAsync<CrossedVisit, CrossedObject>(\.scoped) { _ in CrossedObject() }
  let scopedOnMain = ScopedOnMain<CrossedVisit, CrossedObject>(\.scoped) { _ in CrossedObject() }
  let freshOnMain = ScopedNewOnMain<CrossedVisit, CrossedObject>(\.scoped) { _ in CrossedObject() }
  let pageInTask = ScopedMakerAsync<CrossedVisit, Int, CrossedObject>(taking: Int.self, \.scoped) { _, _ in CrossedObject() }
  let pageOnMain = ScopedMakerOnMain<CrossedVisit, Int, CrossedObject>(taking: Int.self, \.scoped) { _, _ in CrossedObject() }
  let scopes = Scopes()
  let opener = Shared(\.scopes) { $0 }

  let asynchronous = SharedAsync {
    await Task.yield()
    return CrossedObject()
  }
  let isolated = SharedAsync(\.shared) { @CrossedActor _ in CrossedObject() }
  let watched = SharedAsync { [CrossedObject()] }
  let watching = Decorator(async: \.watched, \.asynchronous) { $0 + [$1] }
  let newInTask = NewAsync(\.asynchronous) { _ in CrossedObject() }
  let keptInTask = MakerAsync(in: .once, taking: Int.self, \.asynchronous) { _, _ in CrossedObject() }
  let warm = New(\.asynchronous.warmedUp) { [$0] }
  let main = SharedOnMain(\.shared) { _ in CrossedObject() }
  let newOnMain = NewOnMain(\.main) { _ in CrossedObject() }
  let keptOnMain = MakerOnMain(in: .once, taking: Int.self, \.main) { _, _ in CrossedObject() }
}

/// A composition inside another, which needs an object of that one and several of its objects.
struct CrossedWindow: Composition {
  let outer: HoldfastComposition.Need<CrossedObject>
  let all: HoldfastComposition.Need<[CrossedObject]>
  let own = Shared(\.outer, \.all) { [$0] + $1 }
}

final class CrossedObject: Sendable {
  /// How often it was disposed of.
  let endings = Locked(0)
}

final class CrossedLink: Sendable {
  private let held = Locked<Reference?>(nil)
  var other: CrossedLink? { held.withLock { $0?.object } }
  func link(to other: CrossedLink) { held.withLock { $0 = Reference(object: other) } }

  private struct Reference: @unchecked Sendable {  // unchecked: the runtime clears it, and only the lock's holder writes it
    weak var object: CrossedLink?
  }
}

struct CrossedVisit: ComposedScope {}

@globalActor
actor CrossedActor {
  static let shared = CrossedActor()
}

import Holdfast

/// A composition with those inside it, each where the composer can look at its properties without copying it.
struct Tree {
  private struct Node {
    let path: String
    let surroundings: Surroundings
    let properties: [(Property, path: String)]
    let release: () -> Void
  }

  private var nodes: [Node] = []

  init<Root: Composition>(of root: Root) { add(root, "", around: []) }

  /// Looks at each property of a composition, and then at those of the compositions in it. The names are those that reflection knows.
  private mutating func add<Root: Composition>(_ composition: Root, _ path: String, around: [Surroundings.Owner]) {
    let copy = UnsafeMutablePointer<Root>.allocate(capacity: 1)
    copy.initialize(to: composition)
    let owners = around + [Surroundings.Owner(type: Root.self, pointer: copy)]
    var properties: [(Property, path: String)] = []
    var inner: [(any Composition, path: String)] = []
    for (label, child) in Mirror(reflecting: composition).children {
      let own = path + (label ?? "\(properties.count)")
      if let property = child as? any ComposedProperty {
        properties.append((property.property, own))
      } else if let further = child as? any Composition {  // it is Sendable, so that no conformance to it is isolated
        inner.append((further, own + "."))
      }
    }
    let surroundings = Surroundings(owners: owners)
    nodes.append(
      Node(path: path, surroundings: surroundings, properties: properties) {
        copy.deinitialize(count: 1)
        copy.deallocate()
      })
    for (further, path) in inner { add(further, path, around: owners) }
  }

  func forEachProperty(_ body: (Property, _ path: String, Surroundings) -> Void) {
    for node in nodes {
      for (property, path) in node.properties { body(property, path, node.surroundings) }
    }
  }

  /// Called once, when the composition has been made.
  func release() {
    for node in nodes { node.release() }
  }
}

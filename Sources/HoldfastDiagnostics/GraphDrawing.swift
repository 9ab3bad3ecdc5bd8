import Holdfast

/// What every drawing of a graph starts from: its boxes, numbered, gathered by assembly, with names as short as they can be.
struct GraphDrawing {
  /// What stands for one key.
  struct Box {
    let id: Int
    let name: String
    /// Lifetime and flags; nil when the key is needed and not registered.
    let details: String?
  }

  /// What one assembly registered; without an assembly, what stands for itself.
  struct Group {
    let assembly: String?
    var boxes: [Box] = []
  }

  /// The number of each key's box, in order of registration; what is not registered comes last.
  private(set) var ids: [AnyKey: Int] = [:]
  /// The boxes, none of them twice.
  private(set) var groups: [Group] = []
  /// The module of all keys, if they have one in common.
  private let module: String?

  init(of graph: DependencyGraph) {
    module = Self.commonModule(of: graph.nodes.map(\.key) + graph.edges.map(\.to))
    var places: [String?: Int] = [:]
    func add(_ key: AnyKey, _ assembly: String?, _ details: String?, to drawing: inout GraphDrawing) {
      guard drawing.ids[key] == nil else { return }
      let place = places[assembly] ?? drawing.groups.count
      if place == drawing.groups.count {
        places[assembly] = place
        drawing.groups.append(Group(assembly: assembly))
      }
      let id = drawing.ids.count
      drawing.ids[key] = id
      drawing.groups[place].boxes.append(Box(id: id, name: drawing.name(of: key), details: details))
    }
    for node in graph.nodes { add(node.key, node.assembly, node.details, to: &self) }
    for edge in graph.edges { add(edge.to, nil, nil, to: &self) }
  }

  /// The key, without the module that all keys of the graph share.
  func name(of key: AnyKey) -> String {
    guard let module, Self.module(of: key) != nil else { return key.description }
    // A name may spell the module too; it stays as it is.
    let type = AnyKey(key.type).description
    return Self.dropping(module, from: type) + key.description.dropFirst(type.count)
  }

  /// The standard library's names go with any module's: only where all keys are its own is it the common one.
  private static func commonModule(of keys: [AnyKey]) -> String? {
    let modules = Set(keys.compactMap(module(of:)))
    let others = modules.subtracting(["Swift"])
    let candidates = others.isEmpty ? modules : others
    return candidates.count == 1 ? candidates.first : nil
  }

  /// The module of a key's type; nil for one that is in no module, such as a function or a tuple.
  private static func module(of key: AnyKey) -> String? {
    let type = key.typeName
    let name = type.hasPrefix("any ") ? type.dropFirst(4) : type[...]
    guard let dot = name.firstIndex(of: ".") else { return nil }
    let module = name[..<dot]
    return module.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(module) : nil
  }

  /// Leaves out the module wherever a type's name begins, also inside another one's angle brackets.
  private static func dropping(_ module: String, from type: String) -> String {
    let prefix = module + "."
    var result = ""
    var rest = type[...]
    while let found = rest.firstRange(of: prefix) {
      let before = rest[..<found.lowerBound].last ?? result.last
      result += rest[..<found.lowerBound]
      // What follows a letter or a dot is the end of another name.
      if let before, before.isLetter || before.isNumber || before == "_" || before == "." { result += prefix }
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension DependencyGraph.Node {
  /// Lifetime and flags, for people.
  var details: String {
    let flags = [(isAsynchronous, "async"), (isOnMainActor, "main actor"), (!areNeedsKnown, "needs unknown")]
    return (["\(lifetime)"] + flags.filter(\.0).map(\.1)).joined(separator: ", ")
  }
}

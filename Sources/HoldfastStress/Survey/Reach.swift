/// Which objects hold which, as far as reflection shows: used when nothing else runs, and only to say where, or whether, something is held.
///
/// Reflection sees stored properties, also private ones, in classes, structures, enumerations and collections. It does not see what closures
/// capture, what is inside locks and atomics, and the state of actors, and cannot tell a weak property from a strong one.
struct Reach {
  /// A step from one object to another one.
  struct Step {
    let label: String
    let object: AnyObject
  }

  /// The most values that are looked at in one walk.
  private static let limit = 20_000
  /// The most elements of a collection that are looked at.
  private static let width = 200

  /// The objects that an object holds itself, with the properties that lead to them.
  static func steps(from object: AnyObject) -> [Step] {
    guard !isOpaque(object) else { return [] }
    var steps: [Step] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      collect(current, "", 0, &steps)
      mirror = current.superclassMirror
    }
    return steps
  }

  /// The objects that a value of any kind holds itself, with the properties that lead to them.
  static func steps(fromValue value: Any) -> [Step] {
    if type(of: value) is AnyObject.Type { return [Step(label: "", object: value as AnyObject)] }
    var steps: [Step] = []
    if !isForeign(type(of: value)) || isContainer(value) { collect(Mirror(reflecting: value), "", 0, &steps) }
    return steps
  }

  private static func collect(_ mirror: Mirror, _ path: String, _ depth: Int, _ steps: inout [Step]) {
    for (number, child) in mirror.children.prefix(width).enumerated() {
      let label = path + (child.label.map { ($0 == "some" || $0.hasPrefix(".")) ? "" : (path.isEmpty ? $0 : ".\($0)") } ?? "[\(number)]")
      let type = type(of: child.value)
      if type is AnyObject.Type {
        steps.append(Step(label: label, object: child.value as AnyObject))
      } else if depth < 6, !isForeign(type) || isContainer(child.value) {
        collect(Mirror(reflecting: child.value), label, depth + 1, &steps)
      }
    }
  }

  /// Everything that can be reached from some objects, these included, by the address of each, which it keeps.
  static func all(from roots: [AnyObject]) -> [ObjectIdentifier: AnyObject] {
    var found: [ObjectIdentifier: AnyObject] = [:]
    var open = roots
    while let object = open.popLast(), found.count < limit {
      guard found.updateValue(object, forKey: ObjectIdentifier(object)) == nil else { continue }
      open += steps(from: object).map(\.object)
    }
    return found
  }

  /// The shortest path from an object to another one, as text: `Audit.contexts[0] → Session.user`; nil when none is seen.
  static func path(from start: AnyObject, to target: AnyObject) -> String? {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start)]  // `open` keeps them
    var open: [(object: AnyObject, path: [String])] = [(start, [])]
    var index = 0
    while index < open.count, index < limit {
      let (object, path) = open[index]
      index += 1
      for step in steps(from: object) {
        let next = path + ["\(name(of: object)).\(step.label)"]
        if step.object === target { return next.joined(separator: " → ") }
        if seen.insert(ObjectIdentifier(step.object)).inserted { open.append((step.object, next)) }
      }
    }
    return nil
  }

  /// A number that follows from what an object holds itself: another one means that the object has changed.
  ///
  /// It is none if an object that was held is freed, and the next one lies there: then the change is missed.
  static func digest(of object: AnyObject) -> Int {
    var hasher = Hasher()
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      digest(current, 0, &hasher)
      mirror = current.superclassMirror
    }
    return hasher.finalize()
  }

  private static func digest(_ mirror: Mirror, _ depth: Int, _ hasher: inout Hasher) {
    hasher.combine(mirror.children.count)
    for child in mirror.children.prefix(width) {
      let type = type(of: child.value)
      if type is AnyObject.Type {
        hasher.combine(ObjectIdentifier(child.value as AnyObject))  // may be freed: see `digest(of:)`
      } else if isForeign(type), let value = child.value as? AnyHashable, !isContainer(child.value) {
        hasher.combine(value)
      } else if depth < 6 {
        digest(Mirror(reflecting: child.value), depth + 1, &hasher)
      }
    }
  }

  static func name(of object: AnyObject) -> String { "\(type(of: object))" }

  /// Objects that are not looked into: an actor's state belongs to its jobs, the system's is the system's. An isolated conformance to `Actor` does
  /// not compile.
  private static func isOpaque(_ object: AnyObject) -> Bool { object is any Actor || isForeign(type(of: object)) }

  /// Whether an object is none that is looked into.
  static func isForeign(_ object: AnyObject) -> Bool { isOpaque(object) }

  /// Whether a type is of the system's libraries, or of this one.
  private static func isForeign(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    let module = name.prefix { $0 != "." }
    return [
      "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "_Concurrency", "__C", "ObjectiveC", "Holdfast",
      "OnceKernel",
    ].contains(module) || name.hasPrefix("(")
  }

  /// Whether a value of the standard library may hold objects that are worth a look.
  private static func isContainer(_ value: Any) -> Bool {
    switch Mirror(reflecting: value).displayStyle {
    case .collection, .dictionary, .set, .optional, .tuple: true
    default: false
    }
  }
}

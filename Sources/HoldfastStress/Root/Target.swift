import Holdfast
import HoldfastDiagnostics

/// How a key is asked for, whatever its type.
struct Asking: Sendable {
  /// On the calling thread.
  let now: @Sendable (any Resolver & Sendable) throws -> Answer
  /// In a task.
  let inTask: @Sendable (any Resolver & Sendable) async throws -> Answer

  init(
    now: @escaping @Sendable (any Resolver & Sendable) throws -> Answer,
    inTask: @escaping @Sendable (any Resolver & Sendable) async throws -> Answer
  ) {
    self.now = now
    self.inTask = inTask
  }

  /// A key without arguments.
  ///
  /// - Parameter contribution: which of the contributions to its type it is; nil for none of them.
  init(_ key: AnyKey, contribution: Int?) {
    self = contribution.map { Asking.contribution(key.type, $0, key.name) } ?? Asking.open(key.type, key.name)
  }

  private static func open<T>(_ type: T.Type, _ name: Name?) -> Asking {
    let key = Key<T>(named: name)
    return Asking(now: { Answer(try $0.resolve(key)) }, inTask: { Answer(try await $0.resolve(key)) })
  }

  /// - Parameter first: the name in the first container, of which the error speaks where a container has no such contribution.
  private static func contribution<T>(_ type: T.Type, _ place: Int, _ first: Name?) -> Asking {
    let own: @Sendable (any Resolver & Sendable) -> Key<T> = { resolver in
      // Only types of Holdfast's conform, and none is isolated.
      let keys = (resolver as? any ContainerResolver)?.contributions(to: type) ?? []
      return Key(named: keys.indices.contains(place) ? keys[place].name : first)
    }
    return Asking(now: { Answer(try $0.resolve(own($0))) }, inTask: { Answer(try await $0.resolve(own($0))) })
  }
}

/// A value that was resolved, kept only to be told from others and to be looked into when nothing else runs.
struct Answer: @unchecked Sendable {  // unchecked: the value is looked into only when no worker runs
  let value: Any
  /// The value, if it is an instance of a class.
  let object: AnyObject?

  init(_ value: Any) {
    self.value = value
    object = type(of: value) is AnyObject.Type ? value as AnyObject : nil
  }

  var identity: ObjectIdentifier? { object.map(ObjectIdentifier.init) }
}

/// One registration that the harness asks for.
struct Target: Sendable {
  let node: DependencyGraph.Node
  let asking: Asking
  /// Whether the instance was there before anything was resolved: what lives longer than the container.
  let isExisting: Bool
  /// Whether it is made from arguments, so that two answers may differ.
  let takesArguments: Bool
  /// Whether it can be had in a scope only.
  let needsScope: Bool

  var key: AnyKey { node.key }

  /// The kind of the scope it needs; nil for any scope, and for none.
  var scopeKind: ScopeKind? { node.scopeKind }

  /// Whether each scope has one of its own.
  var isOfScope: Bool {
    node.lifetime.value.isScoped
  }

  /// Whether the container keeps one instance for all that ask.
  var isShared: Bool {
    node.lifetime.value.isOfContainer && !takesArguments
  }

  /// Whether it may be asked for on a thread without waiting for a task.
  var isSynchronous: Bool { !node.isAsynchronous }
}

extension DependencyGraph.Node {
  /// The kind of the scope that it belongs to; nil for any scope, and for none.
  var scopeKind: ScopeKind? { lifetime.value.scopeKind }
}

extension DependencyGraph {
  /// What can be had in a scope only: what is of scopes, and what is made anew of that.
  var keysOfScopes: Set<AnyKey> {
    var found: Set<AnyKey> = []
    var isFresh: Set<AnyKey> = []
    for node in nodes {
      if node.lifetime.value.isScoped { found.insert(node.key) }
      if node.lifetime.value.isMadeForItsHolder { isFresh.insert(node.key) }
    }
    let users = Dictionary(grouping: edges.filter { $0.kind.known.isImmediate && isFresh.contains($0.from) }, by: \.to)
    var next = Array(found)
    while let key = next.popLast() {
      for edge in users[key] ?? [] where found.insert(edge.from).inserted { next.append(edge.from) }
    }
    return found
  }
}

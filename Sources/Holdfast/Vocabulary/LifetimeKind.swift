/// How long the instances of a registration live.
@usableFromInline
package enum LifetimeKind: Sendable, Hashable, CustomStringConvertible {
  /// One instance for the container.
  case singleton
  /// One instance for each scope.
  case scoped
  /// One instance for each scope of a kind.
  case scopedTo(ScopeKind)
  /// One instance as long as other code holds it.
  case weak
  /// One instance for each object graph.
  case graph
  /// A new instance for each resolve.
  case transient
  /// One instance for the container, until its group is reset.
  case cached(CacheGroup)

  @usableFromInline package var description: String {
    switch self {
    case .singleton: "singleton"
    case .scoped: "scoped"
    case .scopedTo(let kind): "scoped(\(Escaped(kind.name, limit: 80).unquoted))"
    case .weak: "weak"
    case .graph: "graph"
    case .transient: "transient"
    case .cached(let group): "cached(\(Escaped(group.name, limit: 80).unquoted))"
    }
  }

  /// Whether it is one for each scope, or for each of a kind.
  package var isScoped: Bool { form.isScoped }

  /// Whether each resolve has its own.
  package var isTransient: Bool { form.isTransient }

  /// Whether the container owns the one instance.
  package var isOfContainer: Bool { form.isOfContainer }

  /// Whether an instance is built for the one that needs it, with what that may ask for.
  package var isMadeForItsHolder: Bool { form.sharesGraph }

  /// What a holder outlives of what it may ask for.
  package enum Reach: Hashable {
    /// Every scope: it lives in none.
    case allScopes
    /// The scopes inside one of its own kind.
    case scopes(inside: ScopeKind)

    /// Whether what lives as long as `lifetime` says may end before the holder.
    package func outlives(_ lifetime: LifetimeKind) -> Bool {
      switch self {
      case .allScopes: lifetime.isScoped
      case .scopes(let own): lifetime.scopeKind?.isInside(own) == true
      }
    }
  }

  /// Nil for what lives in the innermost scope, or as long as its own holder.
  package var reach: Reach? {
    switch self {
    case .singleton, .weak, .cached: .allScopes
    case .scopedTo(let kind): .scopes(inside: kind)
    case .scoped, .graph, .transient: nil
    }
  }

  /// The group that the instances are reset with, if they are in one.
  package var group: CacheGroup? {
    switch self {
    case .cached(let group): group
    case .singleton, .scoped, .scopedTo, .weak, .graph, .transient: nil
    }
  }

  /// The kind of the scopes that the instances live in, if they live in scopes of a kind.
  package var scopeKind: ScopeKind? {
    switch self {
    case .scopedTo(let kind): kind
    case .singleton, .scoped, .weak, .graph, .transient, .cached: nil
    }
  }

  /// The lifetime without its kind or group: a byte, where copying a lifetime counts a reference.
  enum Form {
    case singleton, scoped, scopedTo, weak, graph, transient, cached

    // Each names every case, so that a new one is led to each.

    var isScoped: Bool {
      switch self {
      case .scoped, .scopedTo: true
      case .singleton, .weak, .graph, .transient, .cached: false
      }
    }

    /// Whether it is one for each scope, whatever its kind.
    var isOfEachScope: Bool {
      switch self {
      case .scoped: true
      case .singleton, .scopedTo, .weak, .graph, .transient, .cached: false
      }
    }

    /// Whether it is one for each scope of a kind.
    var isOfKind: Bool {
      switch self {
      case .scopedTo: true
      case .singleton, .scoped, .weak, .graph, .transient, .cached: false
      }
    }

    /// Whether the container owns the one instance.
    var isOfContainer: Bool {
      switch self {
      case .singleton, .cached: true
      case .scoped, .scopedTo, .weak, .graph, .transient: false
      }
    }

    /// Whether the one instance is in the cell under its key, and in no table beside.
    var isInOwnCell: Bool {
      switch self {
      case .singleton, .weak: true
      case .scoped, .scopedTo, .graph, .transient, .cached: false
      }
    }

    var isSingleton: Bool {
      switch self {
      case .singleton: true
      case .scoped, .scopedTo, .weak, .graph, .transient, .cached: false
      }
    }

    var isCached: Bool {
      switch self {
      case .cached: true
      case .singleton, .scoped, .scopedTo, .weak, .graph, .transient: false
      }
    }

    var isWeak: Bool {
      switch self {
      case .weak: true
      case .singleton, .scoped, .scopedTo, .graph, .transient, .cached: false
      }
    }

    var isGraph: Bool {
      switch self {
      case .graph: true
      case .singleton, .scoped, .scopedTo, .weak, .transient, .cached: false
      }
    }

    var isTransient: Bool {
      switch self {
      case .transient: true
      case .singleton, .scoped, .scopedTo, .weak, .graph, .cached: false
      }
    }

    /// Whether what is made belongs to the object graph of the request that makes it.
    var sharesGraph: Bool {
      switch self {
      case .graph, .transient: true
      case .singleton, .scoped, .scopedTo, .weak, .cached: false
      }
    }

    /// Whether the container, or a scope, owns the instances, and disposes of them.
    var isOwned: Bool {
      switch self {
      case .singleton, .scoped, .scopedTo, .cached: true
      case .weak, .graph, .transient: false
      }
    }

    /// The lifetime; nil if it names a kind or a group.
    var unlabelled: LifetimeKind? {
      switch self {
      case .singleton: .singleton
      case .scoped: .scoped
      case .weak: .weak
      case .graph: .graph
      case .transient: .transient
      case .scopedTo, .cached: nil
      }
    }

    /// Whether the lifetime names a kind or a group.
    var hasLabel: Bool { unlabelled == nil }

    /// Which scope a factory sees.
    enum Sight {
      /// That of the request which it serves.
      case requesters
      /// That in which the instance lives, of those around the request.
      case nearest
      /// None, as the instance outlives it.
      case none
    }

    var sight: Sight {
      switch self {
      case .scoped, .graph, .transient: .requesters
      case .scopedTo: .nearest
      case .singleton, .cached, .weak: .none
      }
    }
  }

  var form: Form {
    switch self {
    case .singleton: .singleton
    case .scoped: .scoped
    case .scopedTo: .scopedTo
    case .weak: .weak
    case .graph: .graph
    case .transient: .transient
    case .cached: .cached
    }
  }
}

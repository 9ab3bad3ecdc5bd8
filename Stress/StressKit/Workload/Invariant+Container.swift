import HoldfastStress

/// What must hold of the things that only Holdfast has.
extension Invariant {
  /// A resolve fails with the errors that its situation allows, and with no other.
  static var allowedError: Invariant { "allowed-error" }
  /// A value that no caller waited for any more is never published.
  static var abandonedUnseen: Invariant { "abandoned-unseen" }
  /// Once all waiters are cancelled, or a circle of injectors has failed, the key is empty.
  static var emptyAgain: Invariant { "empty-again" }
  /// No instance is disposed of twice.
  static var disposedOnce: Invariant { "disposed-once" }
  /// Whatever was built and is to be disposed of, is.
  static var allDisposed: Invariant { "all-disposed" }
  /// Instances are disposed of in reverse order of creation.
  static var disposedInOrder: Invariant { "disposed-in-order" }
  /// A scoped value is seen in its own scope only, while that is open.
  static var scopeApart: Invariant { "scope-apart" }
  /// A value is of the registration that was asked for.
  static var asAsked: Invariant { "as-asked" }
  /// No object is in two graphs.
  static var graphApart: Invariant { "graph-apart" }
  /// No value is disposed of while a scope is open that uses it.
  static var aliveInUse: Invariant { "alive-in-use" }
  /// What is replaced can be had while the new value is built, and the new one once the replacement has returned.
  static var builtAside: Invariant { "built-aside" }
  /// What was replaced is kept only as long as something uses it.
  static var keptInUse: Invariant { "kept-in-use" }
  /// An object is wholly injected when it is handed out, and was injected once.
  static var whollyInjected: Invariant { "wholly-injected" }
}

import HoldfastStress

/// What must hold of the things that only Holdfast has.
extension Invariant {
  /// A resolve fails with the errors that its situation allows, and with no other.
  static var allowedError: Invariant { "allowed-error" }
  /// Every waiter is served, and within bounded time.
  static var served: Invariant { "served" }
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
  /// A factory runs on the actor it names, alone.
  static var isolated: Invariant { "isolated" }
  /// A scoped value is seen in its own scope only, while that is open.
  static var scopeApart: Invariant { "scope-apart" }
  /// A value is of the registration that was asked for.
  static var asAsked: Invariant { "as-asked" }
  /// After a shutdown returned, nothing resolves.
  static var closedForGood: Invariant { "closed-for-good" }
  /// Inside an override everything is built from its own value.
  static var ownOverride: Invariant { "own-override" }
  /// Outside, no caller sees an override or anything that was built from one.
  static var baseUnharmed: Invariant { "base-unharmed" }
  /// Within one graph, each key has one object.
  static var graphWhole: Invariant { "graph-whole" }
  /// No object is in two graphs.
  static var graphApart: Invariant { "graph-apart" }
  /// What is made from arguments is made from equal ones.
  static var ownArguments: Invariant { "own-arguments" }
  /// A cache keeps no more than it may.
  static var withinCapacity: Invariant { "within-capacity" }
  /// No value is disposed of while a scope is open that uses it.
  static var aliveInUse: Invariant { "alive-in-use" }
  /// What is replaced can be had while the new value is built, and the new one once the replacement has returned.
  static var builtAside: Invariant { "built-aside" }
  /// What was replaced is kept only as long as something uses it.
  static var keptInUse: Invariant { "kept-in-use" }
  /// An object is wholly injected when it is handed out, and was injected once.
  static var whollyInjected: Invariant { "wholly-injected" }
  /// A request gets the answer that is its own.
  static var rightAnswer: Invariant { "right-answer" }
  /// A request's transaction is written wholly if the request was answered, and otherwise wholly or not at all.
  static var wholeTransaction: Invariant { "whole-transaction" }
}

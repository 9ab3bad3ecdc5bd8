public import OnceKernel

/// The run that a provider, a lazy reference or a factory keeps, whatever becomes of the code that it was made for.
///
/// Each has one of its own: a caller that takes a provider out of an array retains it, and if that were the core, all threads would write to it.
@usableFromInline
final class ReferenceRun: Run, @unchecked Sendable {  // unchecked: constants only
  @usableFromInline let name: Name?
  /// The key's cell, if the container was sealed when the reference was made: it stays where it is as long as the core lives.
  @usableFromInline let cell: Unmanaged<OnceCell>?

  /// - Parameters:
  ///   - core: what the code asked that it is made for; it belongs to the override layer that is in force there.
  ///   - key: what it leads to. If that is a collection of what is being built, that is left out of it.
  ///   - requester: for which it is made. Nothing is left of that but its scope.
  init<Value>(in core: Core, to key: Key<Value>, for requester: Requester) {
    let core = core.innermost.lasting
    name = key.name
    cell = core.table.phase.loadSequentiallyConsistent() == Phase.sealed ? core.table.find(Value.self, key.name) : nil
    let collector = requester.collectors(on: core.thread).collecting(Value.self)
    super.init(
      Facts(core: core, scope: requester.scope, transient: collector.map { Trace($0.key, of: $0.core, outer: nil) }))
  }

  // Of its own, so that a call without a name needs no room for it.
  @inlinable @inline(never)
  func value<T>(named name: Name) throws(ResolutionError) -> T { try core.resolve(T.self, named: name, for: outermost) }
}

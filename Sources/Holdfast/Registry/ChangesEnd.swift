/// Where it was said that a container takes no more changes, and how its table is read from then on.
///
/// Its owner changes it under the owner's lock.
struct ChangesEnd {
  var sealedBy: SourceSite?
  var shutDownBy: SourceSite?
  /// True once a composition has been made in the container. Then threads set their marks in the sealed table too, so that its instances can be
  /// released when the container ends, whatever refers to it.
  var isComposed = false

  /// Whether no change is taken any more.
  var isFixed: Bool { shutDownBy != nil || sealedBy != nil }
}

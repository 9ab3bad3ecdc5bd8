/// The words that a table's phase may hold; read at the start of every hit.
///
/// A digest: what is not `open`, `sealed` or `layered` makes a miss of the hit, which asks what is the matter.
@usableFromInline
package enum Phase {
  /// The table can change: a reader marks that it reads.
  @inlinable package static var open: UInt { 0 }
  /// The table never changes again: a reader takes no lock.
  @inlinable package static var sealed: UInt { 1 }
  /// An override layer exists somewhere: a reader looks for it, out of line.
  @inlinable package static var layered: UInt { 2 }
  /// Shut down, or a layer of what is shut down. There may be layers in front of it all the same, so a miss looks for one first.
  @inlinable package static var shutDown: UInt { 3 }
}

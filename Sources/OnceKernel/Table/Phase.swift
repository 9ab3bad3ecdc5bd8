/// The words that a table's phase may hold; read at the start of every hit.
@usableFromInline
package enum Phase {
  /// The table can change: a reader holds its thread's stripe.
  @inlinable package static var open: UInt { 0 }
  /// The table never changes again: a reader takes no lock.
  @inlinable package static var sealed: UInt { 1 }
  /// An override layer exists somewhere: a reader takes the slow road and looks for it.
  @inlinable package static var layered: UInt { 2 }
  /// Shut down: the slow road answers with an error.
  @inlinable package static var shutDown: UInt { 3 }
}

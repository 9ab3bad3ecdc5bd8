/// The work of one turn of a loop, written out for one subject in one case.
///
/// Conforming types are concrete structs, so that `Body` specializes the whole loop and nothing is called indirectly in it. Their functions
/// are never inlined: one turn is one call, as an access stands in a program. Inlined, the check and the load of a `static let` would move
/// out of the loop, and so would the hashing of a key; what is left would be no access any more.
protocol Operation: Sendable {
  /// Does the work once; `turn` counts the turns of this loop.
  func perform(_ turn: Int) throws
}

/// One place of a table: the key's word and the cell it leads to.
///
/// `word` is 0 when the place was never used. A place that lost its cell keeps its word, so that probing goes on behind it.
@frozen
@usableFromInline
package struct Slot: ~Copyable {
  @usableFromInline let word: AtomicWord
  @usableFromInline let cell: AtomicReference<OnceCell>

  init() {
    word = AtomicWord(0)
    cell = AtomicReference()
  }
}

#if DEBUG
  import OnceKernel
  import Testing

  /// The invariants find what breaks them. What leaves them whole, all layers try.
  @Suite("Invariants")
  struct InvariantTests {
    @Test("A table that leads to a cell which was taken out is broken, and so is one that never ends a change")
    func table() {
      let (table, cell) = (CellTable(), OnceCell("a"))
      for index in 1...40 { _ = table.set(index == 20 ? cell : OnceCell("\(index)"), for: UInt(index) * 16) { _, _ in true } }
      _ = table.remove(16) { _ in true }
      #expect(table.brokenInvariant == nil)
      table.version.storeReleasing(table.version.loadAcquiring() + 1)
      #expect(table.brokenInvariant == "a table's version is odd between two changes")
      table.version.storeReleasing(table.version.loadAcquiring() + 1)
      _ = cell.retire()
      #expect(table.brokenInvariant == "a table leads to a cell that was taken out")
    }

    @Test("A cell whose readers find an instance that it has not is broken")
    func cell() {
      let (empty, full) = (OnceCell("empty"), OnceCell("full"))
      full.fill(Instance())
      #expect(OnceCell.brokenInvariant(of: [empty, full]) == nil)
      empty.ready.fill(Instance())
      #expect(OnceCell.brokenInvariant(of: [empty, full]) == "readers find an instance in an empty cell")
      _ = full.ready.exchange(Instance())
      #expect(OnceCell.brokenInvariant(of: [full]) == "readers do not find the instance that a cell has")
    }

    @Test("Each state that the events of a life lead to is whole")
    func life() {
      let life = Life()
      #expect(life.count(.run) { false } && life.brokenInvariant == nil)
      #expect(!life.drain() && life.brokenInvariant == nil)
      #expect(life.uncount(.run) && life.brokenInvariant == nil)
      #expect(life.state.isClosed)
    }
  }
#endif

import OnceKernel
import Testing

@Suite("CellTable")
struct CellTableTests {
  /// Even words, as those of types are.
  private static func word(_ index: Int) -> UInt { UInt(index + 1) * 16 }

  private static let any: @Sendable (OnceCell) -> Bool = { _ in true }
  private static let anyPair: @Sendable (OnceCell, OnceCell) -> Bool = { _, _ in true }

  private static func find(_ table: CellTable, _ word: UInt) -> OnceCell? {
    table.visit { table.find(word)?.takeUnretainedValue() }
  }

  @Test("Insert, find, replace, remove")
  func basics() {
    let table = CellTable()
    let (first, second) = (OnceCell("first"), OnceCell("second"))
    #expect(Self.find(table, 16) == nil)
    #expect(table.set(first, for: 16, where: Self.anyPair) == nil)
    #expect(Self.find(table, 16) === first && table.count == 1)
    #expect(table.set(second, for: 16, where: Self.anyPair) === first)
    #expect(Self.find(table, 16) === second && table.count == 1)
    #expect(table.remove(32, where: Self.any) == nil)
    #expect(table.remove(16, where: Self.any) === second)
    #expect(Self.find(table, 16) == nil && table.count == 0)
    #expect(table.set(first, for: 16, where: Self.anyPair) == nil)
    #expect(Self.find(table, 16) === first && table.cells.count == 1)
  }

  @Test("A table grows and keeps everything")
  func growth() {
    let table = CellTable(capacity: 2)
    let cells = (0..<1000).map { OnceCell("\($0)") }
    for (index, cell) in cells.enumerated() { #expect(table.set(cell, for: Self.word(index), where: Self.anyPair) == nil) }
    #expect(table.count == 1000)
    for (index, cell) in cells.enumerated() { #expect(Self.find(table, Self.word(index)) === cell) }
    for index in stride(from: 0, to: 1000, by: 3) { #expect(table.remove(Self.word(index), where: Self.any) === cells[index]) }
    for (index, cell) in cells.enumerated() { #expect(Self.find(table, Self.word(index)) === (index.isMultiple(of: 3) ? nil : cell)) }
    #expect(table.removeAll().count == table.cells.count + 666)
    #expect(table.count == 0)
  }

  @Test("A batch replaces and inserts in one step and hands back what it replaced")
  func batch() {
    let table = CellTable()
    let old = (0..<10).map { OnceCell("old \($0)") }
    for (index, cell) in old.enumerated() { _ = table.set(cell, for: Self.word(index), where: Self.anyPair) }
    let new = (0..<100).map { OnceCell("new \($0)") }
    let replaced = table.setAll(new.enumerated().map { (Self.word($0.offset + 5), $0.element) }) { _, _ in true }
    #expect(Set(replaced.map(ObjectIdentifier.init)) == Set(old[5...].map(ObjectIdentifier.init)))
    #expect(table.count == 105)
    for index in 0..<105 { #expect(Self.find(table, Self.word(index)) === (index < 5 ? old[index] : new[index - 5])) }
    #expect(table.setAll([]) { _, _ in true }.isEmpty)
    #expect(table.setAll([(Self.word(0), new[0])]) { _, _ in true }.first === old[0])
  }

  @Test("Words that all collide are told apart by what they lead to")
  func collisions() {
    let table = CellTable()
    let cells = (0..<100).map { OnceCell("\($0)") }
    for cell in cells { #expect(table.set(cell, for: 41, where: { $0 === $1 }) == nil) }
    #expect(table.count == 100)
    for cell in cells { #expect(table.find(41) { $0 === cell }?.takeUnretainedValue() === cell) }
    for cell in cells[..<50] { #expect(table.remove(41, where: { $0 === cell }) === cell) }
    for (index, cell) in cells.enumerated() { #expect((table.find(41) { $0 === cell } != nil) == (index >= 50)) }
    let added = (0..<60).map { OnceCell("added \($0)") }
    #expect(table.setAll(added.map { (41, $0) }) { $0 === $1 }.isEmpty)
    #expect(table.count == 110)
    for cell in added + cells[50...] { #expect(table.find(41) { $0 === cell } != nil) }
  }

  @Test("Neighbours stay reachable behind a place that lost its cell")
  func tombstones() {
    let table = CellTable(capacity: 64)
    let cells = (0..<20).map { OnceCell("\($0)") }
    for (index, cell) in cells.enumerated() { _ = table.set(cell, for: Self.word(index), where: Self.anyPair) }
    for index in stride(from: 0, to: 20, by: 2) { _ = table.remove(Self.word(index), where: Self.any) }
    for index in stride(from: 1, to: 20, by: 2) { #expect(Self.find(table, Self.word(index)) === cells[index]) }
    for index in stride(from: 0, to: 20, by: 2) { _ = table.set(cells[index], for: Self.word(index), where: Self.anyPair) }
    for (index, cell) in cells.enumerated() { #expect(Self.find(table, Self.word(index)) === cell) }
    #expect(table.count == 20)
  }

  @Test("exchangeAll exchanges what it is told to, removeAll everything")
  func exchangeAll() {
    let table = CellTable()
    let cells = (0..<30).map { OnceCell("\($0)") }
    for (index, cell) in cells.enumerated() { _ = table.set(cell, for: Self.word(index), where: Self.anyPair) }
    let fresh = OnceCell("fresh")
    let old = table.exchangeAll { $0 === cells[7] ? fresh : nil }
    #expect(old.count == 1 && old[0] === cells[7])
    #expect(Self.find(table, Self.word(7)) === fresh && table.count == 30)
    #expect(table.removeAll().count == 30)
    #expect(table.cells.isEmpty)
  }

  @Test("What is taken out of another table is a removal, also where exchangeAll exchanges no cell")
  func exchangesNothing() {
    let (table, cell) = (CellTable(), OnceCell("elsewhere"))
    let before = table.version.loadAcquiring()
    let removed = table.exchangeAll(inOneStep: { swap in
      swap()
      #expect(table.version.loadAcquiring() & 1 == 1)
      return [cell]
    }) { _ in nil }
    #expect(removed.count == 1 && removed[0] === cell)
    let after = table.version.loadAcquiring()
    #expect(after != before && after & 1 == 0)
  }

  @Test("Cells that many threads ask for are made once; none after the table was closed")
  func findOrInsert() async throws {
    let (table, made) = (LockedCellTable(capacity: 8), Tally())
    defer { table.destroy() }
    let threads = Threaded.run(4) { _ in
      (0..<200).map { index in
        table.findOrInsert(Self.word(index)) {
          made.next()
          return OnceCell("\(index)")
        }.map(ObjectIdentifier.init)
      }
    }
    let results = try await threads.results()
    #expect(results.allSatisfy { $0 == results[0] && !$0.contains(nil) })
    #expect(made.next() == 200)
    #expect(table.takeOut { name(of: $0.subject) == "7" }.count == 1)
    #expect(table.findOrInsert(Self.word(7)) { OnceCell("again") } != nil)
    #expect(table.close().count == 200)
    #expect(table.findOrInsert(Self.word(7)) { OnceCell("too late") } == nil)
  }

  @Test("A table releases its cells")
  func release() {
    weak var released: OnceCell?
    do {
      let (table, cell) = (CellTable(), OnceCell("cell"))
      _ = table.set(cell, for: 16, where: Self.anyPair)
      released = cell
    }
    #expect(released == nil)
  }
}

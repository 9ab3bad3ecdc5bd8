import Foundation
import OnceKernel
import TestSupport
import Testing

/// Readers on other threads while one writer changes the table.
@Suite("CellTable under readers", .serialized)
struct CellTableRaceTests {
  private static let stable = 64

  private static func word(_ index: Int) -> UInt { UInt(index + 1) * 16 }

  /// Lets three readers look for keys that never go away, from the slot to the instance, while `write` runs.
  private func race(_ write: @escaping @Sendable (CellTable, Int) -> Void) async throws {
    let (table, isOver) = (CellTable(capacity: 2), Tally())
    for index in 0..<Self.stable {
      let cell = OnceCell("stable")
      cell.fill(Box(index))
      _ = table.set(cell, for: Self.word(index), where: { _, _ in true })
    }
    let readers = Threaded.run(3) { reader in
      var reads = 0
      while isOver.loadAcquiring() == 0 || reads == 0 {
        for index in 0..<Self.stable {
          let value = table.visit {
            table.find(Self.word(index)).flatMap { cell in
              cell._withUnsafeGuaranteedRef { $0.ready.load()?.takeUnretainedValue() as? Box<Int> }?.value
            }
          }
          guard value == index else { throw Unexpected(description: "key \(index) led to \(value.map(String.init) ?? "nothing")") }
          reads += 1
        }
      }
      return reads
    }
    let writer = Threaded.run(1) { _ in
      defer { isOver.storeReleasing(1) }
      for round in 0..<Effort.scaled(20_000) { write(table, round) }
    }
    _ = try await writer.results()
    #expect(try await readers.results().allSatisfy { $0 > 0 })
  }

  @Test("Growth and shrinking")
  func growth() async throws {
    try await race { table, round in
      let word = Self.word(Self.stable + round % 500)
      if (round / 500).isMultiple(of: 2) {
        _ = table.set(OnceCell("passing"), for: word, where: { _, _ in true })
      } else {
        _ = table.remove(word, where: { _ in true })
      }
    }
  }

  @Test("Replacement, whose old cells are released at once")
  func replacement() async throws {
    try await race { table, round in
      let cell = OnceCell("replaced")
      cell.fill(Box(round % Self.stable))
      _ = table.set(cell, for: Self.word(round % Self.stable), where: { _, _ in true })
    }
  }

  @Test("Batches")
  func batches() async throws {
    try await race { table, round in
      guard round.isMultiple(of: 20) else { return }
      let changes = (0..<Self.stable + round % 100).map { index in
        let cell = OnceCell("in a batch")
        cell.fill(Box(index))
        return (word: Self.word(index), cell: cell)
      }
      _ = table.setAll(changes) { _, _ in true }
    }
  }

  @Test("Removal of everything, over and over")
  func removal() async throws {
    let (table, isOver) = (CellTable(capacity: 2), Tally())
    let readers = Threaded.run(3) { _ in
      while isOver.loadAcquiring() == 0 {
        table.visit {
          for index in 0..<8 {
            let value = table.find(Self.word(index)).flatMap { cell in
              cell._withUnsafeGuaranteedRef { $0.ready.load()?.takeUnretainedValue() as? Box<Int> }?.value
            }
            precondition(value == nil || value == index, "key \(index) led to something else")
          }
        }
      }
    }
    for round in 0..<Effort.scaled(10_000) {
      for index in 0..<8 {
        let cell = OnceCell("passing")
        cell.fill(Box(index))
        _ = table.set(cell, for: Self.word(index), where: { _, _ in true })
      }
      let gone = round.isMultiple(of: 2) ? table.removeAll() : table.exchangeAll { _ in OnceCell("empty") }
      #expect(gone.count == 8)
      if !round.isMultiple(of: 2) { _ = table.removeAll() }
    }
    isOver.storeReleasing(1)
    _ = try await readers.results()
  }

  @Test("A million keys that come and go keep memory flat")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let table = CellTable()
      let count = Effort.scaled(1_000_000)
      let growth = Memory.growth(count) { round in
        _ = table.set(OnceCell("passing"), for: Self.word(round), where: { _, _ in true })
        guard table.remove(Self.word(round), where: { _ in true }) != nil else { fatalError("key \(round) is not there") }
      }
      if growth > 4 << 20 { fatalError("memory grew by \(growth) bytes") }
      if table.array.capacity > 64 { fatalError("the table grew to \(table.array.capacity) places") }
    }
  }
}

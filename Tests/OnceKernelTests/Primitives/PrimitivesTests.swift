import Foundation
import OnceKernel
import TestSupport
import Testing

@Suite("Primitives", .serialized)
struct PrimitivesTests {
  @Test("A lock lets one thread in at a time")
  func lock() async throws {
    final class Total: @unchecked Sendable {  // unchecked: `number` is touched under the lock only
      var number = 0
    }
    let (lock, total, rounds) = (Lock(), Total(), Effort.scaled(100_000))
    let threads = Threaded.run(4) { _ in
      for _ in 0..<rounds { lock.withLock { total.number += 1 } }
    }
    _ = try await threads.results()
    #expect(lock.withLock { total.number } == 4 * rounds)
    lock.destroyAndFree()
  }

  @Test("A lock is free again after a throw")
  func lockThrows() {
    let guarded = Guarded(1)
    #expect(throws: Unexpected.self) {
      try guarded.withLock { (number: inout Int) throws(Unexpected) -> Void in
        number = 2
        throw Unexpected(description: "thrown")
      }
    }
    #expect(guarded.withLock { $0 } == 2)
  }

  @Test("A guarded value is changed by one thread at a time")
  func guarded() async throws {
    let (guarded, rounds) = (Guarded<[Int]>([]), Effort.scaled(20_000))
    let threads = Threaded.run(4) { thread in
      for _ in 0..<rounds { guarded.withLock { $0.append(thread) } }
    }
    _ = try await threads.results()
    #expect(guarded.withLock { numbers in (0..<4).allSatisfy { thread in numbers.count { $0 == thread } == rounds } })
  }

  @Test("A parked thread goes on when it is woken, before or after it parked")
  func parker() async throws {
    for _ in 0..<Effort.scaled(1000) {
      let (early, late, word) = (Parker(), Parker(), Tally())
      early.wake()
      let thread = Threaded.run(1) { _ in
        early.park()
        word.storeReleasing(1)
        late.park()
        return word.loadAcquiring()
      }
      while word.loadAcquiring() == 0 { await Task.yield() }
      word.storeReleasing(2)
      late.wake()
      #expect(try await thread.results() == [2])
    }
  }

  @Test("A word hands out each number once")
  func next() async throws {
    let (word, rounds) = (Tally(), Effort.scaled(20_000))
    let threads = Threaded.run(4) { _ in (0..<rounds).map { _ in word.next() } }
    #expect(Set(try await threads.results().joined()).count == 4 * rounds)
  }

  @Test("What was written before a release is seen after the acquire")
  func acquire() async throws {
    final class Message: @unchecked Sendable {  // unchecked: written before `word` is released, read after it is acquired
      var text = ""
    }
    for _ in 0..<Effort.scaled(2000) {
      let (message, word) = (Message(), Tally())
      let reader = Threaded.run(1) { _ in
        while word.loadAcquiring() == 0 {}
        return message.text
      }
      message.text = "written"
      word.storeReleasing(1)
      #expect(try await reader.results() == ["written"])
    }
  }

  @Test("An atomic reference owns what it holds")
  func reference() {
    weak var released: Instance?
    do {
      let reference = AtomicReference<Instance>()
      #expect(reference.load() == nil)
      let first = Instance()
      reference.fill(first)
      released = first
      #expect(reference.load()?.takeUnretainedValue() === first)
      let second = Instance()
      #expect(reference.exchange(second) === first)
      #expect(reference.exchange(nil) === second)
      #expect(reference.load() == nil)
    }
    #expect(released == nil)
  }

  @Test("Threads are numbered in turn")
  func numbers() async throws {
    let key = CellTable().threadKey
    let threads = Threaded.run(16) { _ in Threads.record(key).pointee.number }
    #expect(Set(try await threads.results()).count == 16)
  }

  @Test("The program's first thread is told from every other one")
  @MainActor
  func firstThread() async throws {
    #expect(Self.answers().allSatisfy { $0 == Thread.isMainThread })
    let others = Threaded.run(2) { _ in Self.answers() }
    #expect(try await others.results().flatMap(\.self).allSatisfy { !$0 })
  }

  private static func answers() -> [Bool] {
    #if canImport(Darwin)
      [Threads.isMain]
    #else
      [Threads.isMain, Threads.isNamedAsProcess]
    #endif
  }

  @Test("A small stack is nearly exhausted before it is used up")
  func stack() async throws {
    let threads = Threaded.run(1, stack: 512 << 10) { _ in Self.descend(1) }
    let levels = try await threads.results()[0]
    // glibc may give the thread the stack of one that ended, up to four times as large as was asked for.
    #expect(levels > 10 && levels < 4 * 512, "each level takes at least 1 KiB")
  }

  /// Goes down, 1 KiB and more at a time, until the stack is nearly exhausted; answers how far that was.
  @inline(never)
  private static func descend(_ level: Int) -> Int {
    if Stack.isNearlyExhausted || level == 4096 { return level }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: level))
      let levels = descend(level + 1)
      // Read afterwards, at a place that depends on the result, so that the optimizer keeps the memory.
      return levels + Int(buffer[levels % 1024]) - Int(UInt8(truncatingIfNeeded: level))
    }
  }

  @Test("Numbers of places are powers of two", arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (1000, 1024), (1025, 2048)])
  func powers(_ number: Int, _ power: Int) {
    #expect(number.nextPowerOfTwo == power)
  }
}

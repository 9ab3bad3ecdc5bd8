import Foundation
import OnceKernel
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Readers that stay inside, come and go, and end.
@Suite("Readers' marks", .serialized)
struct ReaderMarkTests {
  private static func table() -> CellTable {
    let table = CellTable()
    _ = table.set(OnceCell("old"), for: 16, where: { _, _ in true })
    return table
  }

  private static func replace(in table: CellTable) { _ = table.set(OnceCell("new"), for: 16, where: { _, _ in true }) }

  @Test("A thread that ends in the middle of a factory leaves nothing to the one that gets its record")
  func endsInside() {
    for _ in 0..<50 {
      Self.join { _ in
        _ = Self.table().beginVisit()
        return CurrentBuild.atDepth(7) { ReaderMarkTests.end() }
      }
      let depth = Self.join { _ in UnsafeMutableRawPointer(bitPattern: CurrentBuild.innermostRun(on: Threads.current).depth) }
      #expect(depth == nil)
    }
  }

  private static func end() -> UnsafeMutableRawPointer? { pthread_exit(nil) }

  #if canImport(Darwin)
    private typealias Body = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  #else
    private typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  #endif

  /// Runs a C function on a thread of its own, to its end.
  @discardableResult
  private static func join(_ body: Body) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, body, nil) == 0 else { return UnsafeMutableRawPointer(bitPattern: 1) }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    return result
  }

  // reader                  writer
  // enters `table`
  //                         replaces in another table, and returns
  //                         replaces in `table`
  // sees the old cell alive
  // leaves
  //                         returns
  @Test("A writer waits for a reader that is inside its table, and for no other")
  func waits() async throws {
    let (table, other) = (Self.table(), Self.table())
    let (inside, replaced, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Tally())
    let reader = Threaded.run(1) { _ in
      let record = table.beginVisit()
      let cell = table.find(16)
      inside.signal()
      replaced.wait()
      // Long enough for the writer to come to its wait.
      usleep(20_000)
      let isEarly = done.loadAcquiring() == 1
      let subject = cell.map { $0._withUnsafeGuaranteedRef { name(of: $0.subject) } }
      record.pointee.endVisit()
      return (isEarly, subject)
    }
    inside.wait()
    Self.replace(in: other)
    replaced.signal()
    Self.replace(in: table)
    done.storeReleasing(1)
    let result = try await reader.results()[0]
    #expect(!result.0 && result.1 == "old")
  }

  // reader                  another thread
  // finds the instance
  //                         has it expire
  // sees it alive
  // leaves
  //                         returns
  @Test("What a cell watched expires when no reader of any table can have found it")
  func expires() async throws {
    let (table, cell, instance) = (Self.table(), OnceCell("watched", .watched), Instance())
    cell.fill(instance)
    let (inside, done) = (DispatchSemaphore(value: 0), Tally())
    let reader = Threaded.run(1) { _ in
      let record = table.beginVisit()
      let found = cell.watched.load()
      inside.signal()
      // Long enough for the other thread to come to its wait.
      usleep(20_000)
      let isEarly = done.loadAcquiring() == 1
      record.pointee.endVisit()
      return (isEarly, found != nil)
    }
    inside.wait()
    cell.expire(instance)
    done.storeReleasing(1)
    let result = try await reader.results()[0]
    #expect(!result.0 && result.1)
    #expect(cell.watched.load() == nil && cell.instance == nil)
  }

  @Test("A reader that comes back at once does not hold up a writer")
  func comesBack() async throws {
    let (table, isOver) = (Self.table(), Tally())
    let readers = Threaded.run(2) { _ in
      while isOver.loadAcquiring() == 0 { table.visit { _ = table.find(16) } }
    }
    for _ in 0..<Effort.scaled(1000) { Self.replace(in: table) }
    isOver.storeReleasing(1)
    _ = try await readers.results()
  }

  @Test("Records of threads that ended are taken by others, while a writer looks at them")
  func records() async {
    // In a process of its own: the records of the process are counted, and other tests start threads too.
    await #expect(processExitsWith: .success) {
      let (table, isOver) = (Self.table(), Tally())
      let writer = Threaded.run(1) { _ in
        while isOver.loadAcquiring() == 0 { Self.replace(in: table) }
      }
      let before = Threads.recordCount
      var numbers: Set<UInt> = []
      for _ in 0..<Effort.scaled(200) {
        let threads = Threaded.run(4) { _ in
          table.visit { _ = table.find(16) }
          return Threads.currentNumber
        }
        numbers.formUnion(try await threads.results())
      }
      isOver.storeReleasing(1)
      _ = try await writer.results()
      #expect(numbers.count == 4 * Effort.scaled(200), "each thread has a number of its own")
      #expect(Threads.recordCount <= before + 64)
    }
  }

  /// Where a destructor leaves what it found.
  private final class Late: Sendable {
    let table = ReaderMarkTests.table()
    let found = Tally()
  }

  @Test("A thread may read for the first time, or again, while its thread-specific data is destroyed")
  func destructors() async {
    // In a process of its own: the records of the process are counted, and other tests start threads too.
    await #expect(processExitsWith: .success) {
      for readsBefore in [false, true] {
        let late = Late()
        var key = pthread_key_t()
        // The key is made after the kernel's own, so that its destructor comes later in each round.
        _ = Threads.currentNumber
        #if canImport(Darwin)
          pthread_key_create(&key) { Self.readLate($0) }
        #else
          pthread_key_create(&key) { if let memory = $0 { Self.readLate(memory) } }
        #endif
        let before = Threads.recordCount
        let made = key
        for _ in 0..<100 {
          let thread = Threaded.run(1) { _ in
            if readsBefore { late.table.visit { _ = late.table.find(16) } }
            pthread_setspecific(made, Unmanaged.passRetained(late).toOpaque())  // balanced in the destructor
          }
          _ = try await thread.results()
        }
        // The last thread may still be ending.
        for _ in 0..<1000 where late.found.loadAcquiring() < 100 { usleep(1000) }
        #expect(late.found.loadAcquiring() == 100)
        Self.replace(in: late.table)
        #expect(Threads.recordCount <= before + 64)
        pthread_key_delete(key)
      }
    }
  }

  private static func readLate(_ memory: UnsafeMutableRawPointer) {
    let late = Unmanaged<Late>.fromOpaque(memory).takeRetainedValue()  // balances the thread's
    if late.table.visit({ late.table.find(16) != nil }) { _ = late.found.next() }
  }

  @Test("Records that no thread has do not make a replacement wait")
  func manyRecords() {
    Threads.reserveRecords(128)
    #expect(Threads.recordCount >= 128)
    let table = Self.table()
    for _ in 0..<100 { Self.replace(in: table) }
    #expect(table.count == 1)
  }
}

import Foundation
import OnceKernel
import TestSupport
import Testing

/// The shell around the machine, on real threads and tasks.
@Suite("OnceCell", .serialized)
struct OnceCellTests {
  /// Gets the instance as the container would, on a thread.
  private static func get(_ cell: OnceCell, _ make: () throws -> Instance) throws -> AnyObject {
    while true {
      switch cell.ask(for: nil, depth: 0, mode: .blocking, buildsAsynchronously: false) {
      case .ready(let instance), .early(let instance): return instance
      case .build(let attempt):
        do {
          let instance = try make()
          _ = cell.finish(attempt, instance)
          return instance
        } catch {
          attempt.fail(error)
          throw error
        }
      case .wait(let waiter, _):
        switch waiter.park() {
        case .ready(let instance): return instance
        case .failed(let error): throw error
        case .retry, .cancelled, .overtaken: continue
        }
      case .cycle, .mustSuspend, .failed, .overtaken: throw Unexpected(description: "no cycle and no task here")
      }
    }
  }

  /// Gets the instance in a task.
  private static func get(_ cell: OnceCell, _ make: () throws -> Instance) async throws -> AnyObject {
    while true {
      switch cell.ask(for: nil, depth: 0, mode: .suspending, buildsAsynchronously: false) {
      case .ready(let instance), .early(let instance): return instance
      case .build(let attempt):
        let instance = try make()
        _ = cell.finish(attempt, instance)
        return instance
      case .wait(let waiter, _):
        switch await waiter.suspend() {
        case .ready(let instance): return instance
        case .failed(let error): throw error
        case .retry, .cancelled, .overtaken: continue
        }
      case .cycle, .mustSuspend, .failed, .overtaken: throw Unexpected(description: "no cycle and no thread here")
      }
    }
  }

  @Test("Threads and tasks that race get one build and one instance")
  func race() async throws {
    for _ in 0..<Effort.scaled(1000) {
      let (cell, builds) = (OnceCell("race"), Tally())
      let make: @Sendable () -> Instance = {
        builds.next()
        return Instance()
      }
      let threads = Threaded.run(4) { _ in ObjectIdentifier(try Self.get(cell, make)) }
      let task = Task { ObjectIdentifier(try await Self.get(cell, make)) }
      let results = try await threads.results() + [try await task.value]
      #expect(Set(results).count == 1)
      #expect(builds.next() == 1)
    }
  }

  @Test("A failure goes to the waiters, and the next caller builds again")
  func failure() async throws {
    for _ in 0..<Effort.scaled(500) {
      let (cell, builds) = (OnceCell("failure"), Tally())
      let threads = Threaded.run(4) { _ -> ObjectIdentifier? in
        do {
          return ObjectIdentifier(
            try Self.get(cell) {
              if builds.next() == 0 { throw Unexpected(description: "first") }
              return Instance()
            })
        } catch is Unexpected {
          return nil
        }
      }
      let results = try await threads.results()
      #expect(results.contains(nil))
      #expect(Set(results.compactMap { $0 }).count <= 1)
      #expect(!cell.isBuilding)
    }
  }

  @Test("The ready word shows shared instances only, after they are published")
  func readyWord() throws {
    for kind in [OnceCell.Kind.shared, .guarded, .watched] {
      let cell = OnceCell("ready", kind)
      let (attempt, instance) = (try cell.begin(), Instance())
      #expect(cell.ready.load() == nil)
      #expect(cell.constructed(attempt, instance))
      #expect(cell.ready.load() == nil && cell.instance == nil && cell.isBuilding)
      try cell.publish(attempt, instance)
      #expect((cell.ready.load() != nil) == (kind == .shared))
      #expect((cell.watched.load() != nil) == (kind == .watched))
      #expect(cell.instance === instance && !cell.isBuilding)
      #expect(attempt.isDecided)
    }
  }

  @Test("Publications are numbered in the order in which they happen")
  func order() throws {
    let cells = (0..<4).map { OnceCell("cell \($0)") }
    let attempts = try cells.map { try $0.begin() }
    for index in [2, 0, 3, 1] { try cells[index].publish(attempts[index], Instance()) }
    let orders = cells.compactMap { $0.instance == nil ? nil : $0.orderOfPublication }
    #expect(orders[2] < orders[0] && orders[0] < orders[3] && orders[3] < orders[1])
  }

  @Test("A cell is filled once, and releases what it holds")
  func fill() throws {
    weak var released: Instance?
    do {
      let (cell, instance) = (OnceCell("filled"), Instance())
      released = instance
      cell.fill(instance)
      cell.fill(Instance())
      #expect(cell.instance === instance)
    }
    #expect(released == nil)
  }

  @Test("A cell that holds a dead instance is emptied only of that one")
  func expire() throws {
    let (cell, first) = (OnceCell("weak", .watched), Instance())
    try cell.publish(try cell.begin(), first)
    cell.expire(Instance())
    #expect(cell.instance === first)
    cell.expire(first)
    #expect(cell.instance == nil)
    let second = Instance()
    try cell.publish(try cell.begin(), second)
    cell.expire(first)
    #expect(cell.instance === second)
  }

  @Test("A build whose cell was taken away serves its waiters and says so")
  func retired() async throws {
    let (cell, instance) = (OnceCell("retired"), Instance())
    let attempt = try cell.begin()
    let waiter = try cell.wait()
    #expect(cell.retire() == nil)
    guard case .published(let retired) = cell.finish(attempt, instance) else {
      throw Unexpected(description: "it is published to the waiters")
    }
    #expect(retired.count == 1 && retired.first === cell)
    #expect(await waiter.instance === instance)
    #expect(cell.retire() == nil, "once")
  }

  @Test("A thread never waits for an asynchronous build; a task does")
  func asynchronous() async throws {
    let (cell, instance) = (OnceCell("asynchronous"), Instance())
    let attempt = try cell.begin(asynchronously: true)
    guard case .mustSuspend(let same) = cell.ask(for: nil, depth: 0, mode: .blocking, buildsAsynchronously: false) else {
      throw Unexpected(description: "a thread must not wait")
    }
    #expect(same == attempt)
    let waiter = try cell.wait()
    #expect(attempt.claim(onThisThread: false) && !attempt.claim(onThisThread: true), "one runs the factory")
    try cell.publish(attempt, instance)
    #expect(await waiter.instance === instance)
  }

  @Test("The last waiter that is cancelled abandons an asynchronous build; its value is refused")
  func abandoned() async throws {
    let cell = OnceCell("abandoned")
    let attempt = try cell.begin(asynchronously: true)
    let waiters = [try #require(cell.join(attempt, for: nil)), try cell.wait()]
    for (index, waiter) in waiters.enumerated() {
      #expect(await waiter.isCancelledByItsTask)
      #expect(cell.isBuilding == (index == 0))
    }
    #expect(attempt.isDecided)
    #expect(!cell.constructed(attempt, Instance()))
    guard case .abandoned = cell.finish(attempt, Instance()) else { throw Unexpected(description: "it is abandoned") }
    let (next, instance) = (try cell.begin(asynchronously: true), Instance())
    try cell.publish(next, instance)
    guard case .abandoned = cell.finish(attempt, Instance()) else {
      throw Unexpected(description: "it is still abandoned")
    }
    attempt.fail(Unexpected(description: "late"))
    #expect(cell.instance === instance)
  }

  @Test("A cancelled waiter leaves a synchronous build alone")
  func cancelledWaiter() async throws {
    let (cell, instance) = (OnceCell("synchronous"), Instance())
    let attempt = try cell.begin()
    let waiter = try cell.wait()
    #expect(await waiter.isCancelledByItsTask)
    #expect(cell.isBuilding)
    try cell.publish(attempt, instance)
    #expect(cell.instance === instance)
  }

  @Test("A build in flight is listed until it ends")
  func inFlight() throws {
    let cell = OnceCell("listed")
    func listed() -> [BuildInFlight] { BuildInFlight.all.filter { $0.subject === cell.subject } }
    #expect(listed().isEmpty)
    let attempt = try cell.begin()
    try cell.wait()
    try cell.wait()
    #expect(listed().count == 1 && listed()[0].waiters == 2 && !listed()[0].isAsynchronous)
    attempt.fail(Unexpected(description: "over"))
    #expect(listed().isEmpty)
  }
}

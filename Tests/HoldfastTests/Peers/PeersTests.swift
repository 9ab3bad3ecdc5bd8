import Dispatch
import Foundation
import Holdfast
import TestSupport
import Testing

/// The three tests of PEERS that no container passed; what they measure is explained there.
@Suite("Peers", .load, .serialized)
struct PeersTests {
  private final class Service: Sendable {}

  @Test("A: threads that race the first resolve of a slow singleton get one build and one object")
  func race() async throws {
    for _ in 0..<300 {
      let (container, builds) = (Container(), Counter())
      try container.register(Service.self) { _ in
        builds.add()
        let end = ContinuousClock.now + .microseconds(200)
        while ContinuousClock.now < end {}
        return Service()
      }
      let start = Gate("the start")
      let callers = (0..<8).map { _ in
        Pending.onThread {
          try start.block()
          return ObjectIdentifier(try container.resolve(Service.self))
        }
      }
      start.open()
      let built = ObjectIdentifier(try container.resolveNow(Service.self))
      for caller in callers { #expect(try await caller.value() == built) }
      #expect(builds.value == 1)
    }
  }

  @Test("B: an unrelated hit does not notice that another thread builds for 700 ms")
  func unrelatedHit() async throws {
    let (container, started, go) = (Container(), Gate("the slow build"), Gate("700 ms have passed"))
    try container.register(Service.self) { _ in
      started.open()
      try go.block()
      return Service()
    }
    try container.register(String.self) { _ in "quick" }
    _ = try container.resolveNow(String.self)
    let slow = Pending.onThread { try container.resolve(Service.self) }
    try await started.pass()
    let (hits, slowHits) = try await onThread {
      let clock = ContinuousClock()
      let end = clock.now + .milliseconds(700)
      var (hits, slowHits) = (0, 0)
      var last = clock.now
      while last < end {
        _ = try container.resolve(String.self)
        let now = clock.now
        if last.duration(to: now) > .milliseconds(5) { slowHits += 1 }
        hits += 1
        last = now
      }
      return (hits, slowHits)
    }
    #expect(!slow.isSettled)
    go.open()
    _ = try await slow.value()
    #expect(hits > 1000)
    #expect(slowHits * 100 < hits, "\(slowHits) of \(hits) hits took more than 5 ms")
  }

  /// ```
  ///   thread                      main thread
  ///   factory of Service starts
  ///     hops to the main thread   resolves something else, cold
  ///     comes back
  /// ```
  @Test("C: a factory hops to the main thread while that resolves something else")
  func mainHop() async throws {
    let (container, started) = (Container(), Gate("the factory"))
    try container.register(Service.self) { _ in
      started.open()
      return DispatchQueue.main.sync { Service() }
    }
    try container.register(String.self) { _ in "main" }
    let background = Pending.onThread { try container.resolve(Service.self) }
    let text = try await MainActor.run {
      try started.block()
      return try container.resolve(String.self)
    }
    let service = try await background.value()
    #expect(text == "main")
    #expect(container.peek(Service.self) === service)
  }
}

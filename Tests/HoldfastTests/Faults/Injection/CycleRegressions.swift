import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Regressions {
  @Suite("Cycles and graphs")
  struct CycleRegressions {
    @Test("An asynchronous transient that asks its own container for itself ends in an error")
    func asynchronousTransient() async throws {
      let (container, depth) = (Container(), Counter())
      try container.register(
        Tagged.self, scope: .transient,
        .async { _ in
          if depth.add() > 5000 { throw Boom() }
          return try await container.resolve(Tagged.self)
        })
      #expect(try await Pending.inTask { try await container.resolve(Tagged.self) }.code() != nil)
      #expect(depth.value <= 1100)
    }

    @Test("A concurrent resolver that outlives its factory still opens graphs of its own", .load)
    func outlivesItsGraph() async throws {
      let (container, codes) = (Container(), Guarded<Set<ResolutionError.Code?>>([]))
      try container.register(Object.self, scope: .graph) { _ in Object() }
      for _ in 0..<Effort.scaled(400) + 20 {
        let (runs, done) = (Gate("the detached task runs"), Gate("the detached task is done"))
        try container.register(
          Tagged.self, scope: .transient,
          .async { r in
            let r = r.concurrent
            Task.detached {
              runs.open()
              for _ in 0..<20 {
                let code = Regressions.code { _ = try r.resolve(Object.self).number }
                codes.withLock { _ = $0.insert(code) }
              }
              done.open()
            }
            try await runs.pass()
            return Tagged(tag: "")
          })
        _ = try await container.resolve(Tagged.self)
        try await done.pass()
      }
      #expect(codes.withLock { $0 } == [nil])
    }

    @Test("Child tasks that resolve concurrently share no object of a graph")
    func concurrentGraphs() async throws {
      let container = Container()
      try container.register(Object.self, scope: .graph) { _ in Object() }
      try container.register(
        Tagged.self, scope: .transient,
        .async { r in
          let r = r.concurrent
          async let left = Self.count(r)
          async let right = Self.count(r)
          return Tagged(tag: "\(try await left) \(try await right)")
        })
      #expect(try await container.resolve(Tagged.self).tag == "1000 1000")
    }

    private static func count(_ resolver: some Resolver & Sendable) async throws -> Int {
      let object = try await resolver.resolve(Object.self)
      for _ in 0..<1000 { object.number += 1 }
      return object.number
    }

    private final class Object {
      var number = 0
    }
  }
}

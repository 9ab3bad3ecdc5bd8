import Dispatch
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// A finding names what has to change, and how one comes to it.
  @Suite struct CulpritTests {
    // A hidden cycle keeps a thread of the pool, which may have two: each has a process of its own.
    @Test func aHiddenCycleIsFoundFromTheKeyWhoseFactoryWaits() async {
      await #expect(processExitsWith: .success) { try await findHiddenCycle(blockedIsFirst: true) }
    }

    @Test func aHiddenCycleIsFoundFromTheKeyThatItsTaskAsksFor() async {
      await #expect(processExitsWith: .success) { try await findHiddenCycle(blockedIsFirst: false) }
    }

    @Test func aFactoryThatWaitsForItselfInATaskIsAHiddenCycle() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) {
          try Container {
            $0.register(Exchange.self) { resolver in
              let own = resolver.provider(Exchange.self)
              Blocking.run { _ = try? own() }
              return Exchange()
            }
          }
        }
        let failure = await #expect(throws: StressFailure.self) { try await stress(root, seconds: 1, seed: 1) }
        #expect(failure?.report.findings.map(\.kind) == [.hiddenCycle], "\(String(describing: failure))")
      }
    }

    @Test func aFactoryThatHangsIsNamedWithTheWayToIt() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) {
          try Container { batch in
            registerOffices(batch)
            batch.register(Exchange.self) { _ in
              DispatchSemaphore(value: 0).wait()
              return Exchange()
            }
          }
        }
        let failure = await #expect(throws: StressFailure.self) { try await stress(root, seconds: 1, seed: 1) }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.kind) == [.stuck], "\(findings)")
        #expect(findings.first?.key == AnyKey(Exchange.self))
        #expect(findings.first?.message.contains("\(AnyKey(Desk.self)) → \(AnyKey(Exchange.self))") == true, "\(findings)")
      }
    }

    @Test func whatAsksForAScopedValueOutsideOfAScopeIsBlamed() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(seconds: 1, touching: .everything, seed: 1) {
            try Container {
              $0.register(Visit.self, scope: .scoped) { _ in Visit() }
              $0.register(Exchange.self) { resolver in
                _ = try resolver.resolve(Visit.self)
                return Exchange()
              }
            }
          }
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.key) == [AnyKey(Exchange.self)], "\(findings)")
        #expect(findings.first?.site != nil)
        #expect(findings.first?.message.contains("\(AnyKey(Exchange.self)) → \(AnyKey(Visit.self))") == true, "\(findings)")
      }
    }

    @Test func whatAsksForWhatIsNotRegisteredIsBlamed() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(seconds: 1, touching: .everything, seed: 1) { try Container { registerOffices($0) } }
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.key) == [AnyKey(Desk.self)], "\(findings)")
        #expect(findings.first?.site != nil)
        #expect(findings.first?.message.contains("\(AnyKey(Desk.self)) → \(AnyKey(Exchange.self))") == true, "\(findings)")
      }
    }

    @Test func aWorkloadHasATurnAlsoWhenTheTimeIsOverBefore() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) {
          try Container {
            $0.register(
              Exchange.self,
              .async { _ in
                try await Task.sleep(for: .milliseconds(100))
                return Exchange()
              })
          }
        }
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(root, seconds: 0.05, threads: 2, tasks: 2, seed: 1, workloads: [Overdrawn.self])
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.contains { $0.workload == "overdrawn" && $0.message.contains("no-overdraft") }, "\(findings)")
        #expect(failure?.report.notes == [])
      }
    }
  }
}

private func findHiddenCycle(blockedIsFirst: Bool) async throws {
  let root = CompositionRoot(touching: .everything) {
    try Container { batch in
      if !blockedIsFirst { registerOffices(batch) }
      batch.register(Exchange.self) { resolver in
        let offices = resolver.provider(Office.self)
        Blocking.run { _ = try? offices() }  // an office needs a desk, and that the exchange
        return Exchange()
      }
      if blockedIsFirst { registerOffices(batch) }
    }
  }
  let failure = await #expect(throws: StressFailure.self) { try await stress(root, seconds: 1, seed: 1) }
  let findings = failure?.report.findings ?? []
  #expect(findings.map(\.kind) == [.hiddenCycle], "\(findings)")
  #expect(findings.first?.key == AnyKey(Exchange.self))
  let path = "\(AnyKey(Office.self)) → \(AnyKey(Desk.self)) → \(AnyKey(Exchange.self))"
  #expect(findings.first?.message.contains("(a task of its factory) → \(path)") == true, "\(findings)")
}

private func registerOffices(_ batch: Batch) {
  batch.register(Office.self) { resolver in Office(desk: try resolver.resolve()) }
  batch.register(Desk.self) { resolver in Desk(exchange: try resolver.resolve()) }
}

private final class Exchange: Sendable {}
private final class Visit: Sendable {}
private final class Desk: Sendable {
  let exchange: Exchange

  init(exchange: Exchange) { self.exchange = exchange }
}
private final class Office: Sendable {
  let desk: Desk

  init(desk: Desk) { self.desk = desk }
}

private final class Overdrawn: Workload {
  static let name = "overdrawn"
  static let summary = "checks what does not hold"

  init(_ setting: Setting, _ container: Container) {}

  func turn(_ worker: Worker) { worker.check(false, "no-overdraft", "a balance below zero") }
}

import Dispatch
import Foundation
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// Defects as services have them, each found once, under the name of what has to change, with its path and place.
  @Suite struct ServiceDefectTests {
    @Test func aRequestsObjectThatAnotherOneHandsToACacheIsFoundWithItsHolder() async {
      await #expect(processExitsWith: .success) {
        try await expectOne(.captive, AnyKey(Cache.self), "holds \(AnyKey(Visit.self)), whose scope has ended") {
          $0.register(Cache.self) { _ in Cache() }
          $0.register(Visit.self, scope: .scoped) { _ in Visit() }
          $0.register(Page.self, scope: .scoped) { r in
            try r.resolve(Cache.self).keep(try r.resolve(Visit.self))
            return Page()
          }
        }
      }
    }

    @Test func aDisposerThatResolvesWhatIsDisposedOfIsFoundOnceAndToldSo() async {
      await #expect(processExitsWith: .success) {
        try await expectOne(.failedDisposal, AnyKey(Cache.self), "A disposer asked for what is disposed of already") {
          $0.register(
            Cache.self,
            scope: .singleton(dispose: { cache in _ = try cache.pages.withLock { $0 }?.resolveNow() })
          ) { r in
            let cache = Cache()
            cache.pages.withLock { $0 = r.provider() }
            return cache
          }
          $0.register(Page.self, scope: .singleton(dispose: { _ in })) { r in
            _ = try r.resolve(Cache.self)
            return Page()
          }
        }
      }
    }

    @Test func valuesWithDisposersThatNeedEachOtherAreNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(seconds: 0.5, touching: .everything, seed: 1) {
          try Container {
            $0.register(Visit.self, scope: .singleton(dispose: { _ in })) { _ in Visit() }
            $0.register(Page.self, scope: .singleton(dispose: { _ in })) { r in
              _ = try r.resolve(Visit.self)
              return Page()
            }
          }
        }
        #expect(report.held && report.findings.isEmpty, "\(report)")
      }
    }

    @Test func aCycleThroughAQueueIsFoundWithItsPath() async {
      await #expect(processExitsWith: .success) {
        let queue = DispatchQueue(label: "pages")
        let findings = try await findings {
          $0.register(Page.self) { r in
            let visits = r.provider(Visit.self)
            return try queue.sync {
              _ = try visits.resolveNow()
              return Page()
            }
          }
          $0.register(Visit.self) { r in
            _ = try r.resolve(Page.self)
            return Visit()
          }
        }
        let path = "\(AnyKey(Page.self)) → \(AnyKey(Visit.self)) → \(AnyKey(Page.self))"
        #expect(findings.contains { $0.kind == .failedFactory && $0.message.contains(path) && $0.site != nil }, "\(findings)")
      }
    }

    @Test func aCycleThroughAQueueAndASemaphoreIsHidden() async {
      await #expect(processExitsWith: .success) {
        let queue = DispatchQueue(label: "pages")
        try await expectOne(.hiddenCycle, AnyKey(Page.self), "\(AnyKey(Visit.self)) → \(AnyKey(Page.self))") {
          $0.register(Page.self) { r in
            let (visits, done) = (r.provider(Visit.self), DispatchSemaphore(value: 0))
            queue.async {
              _ = try? visits.resolveNow()
              done.signal()
            }
            done.wait()
            return Page()
          }
          $0.register(Visit.self) { r in
            _ = try r.resolve(Page.self)
            return Visit()
          }
        }
      }
    }

    @Test func aLockThatIsHeldWhileResolvingIsFoundWithTheFactoryThatWaitsForIt() async {
      await #expect(processExitsWith: .success) {
        try await expectOne(.stuck, AnyKey(Visit.self), "\(AnyKey(Page.self)) → \(AnyKey(Visit.self))", seconds: 4) {
          // One for each container: what hangs in one holds up no other, in which no page would be to be seen.
          let lock = NSLock()
          $0.register(Visit.self) { _ in
            Thread.sleep(forTimeInterval: 0.002)  // so that another caller comes in between, and has the lock
            return onThreads(with: lock) { Visit() }
          }
          $0.register(Page.self) { r in
            try onThreads(with: lock) {
              _ = try r.resolve(Visit.self)
              return Page()
            }
          }
        }
      }
    }
  }
}

/// In tasks it takes no lock: those that hang would hold all threads of a small pool, which the test itself needs to go on.
private func onThreads<Value>(with lock: NSLock, _ body: () throws -> Value) rethrows -> Value {
  if withUnsafeCurrentTask(body: { $0 != nil }) { return try body() }
  lock.lock()
  defer { lock.unlock() }
  return try body()
}

private func findings(
  seconds: Double = 0.5, _ register: @escaping @Sendable (Batch) throws -> Void
) async throws -> [StressFinding] {
  let root = CompositionRoot(touching: .everything) { try Container { try register($0) } }
  let failure = await #expect(throws: StressFailure.self) { try await stress(root, seconds: seconds, seed: 1) }
  return failure?.report.findings ?? []
}

private func expectOne(
  _ kind: StressFinding.Kind, _ key: AnyKey, _ text: String, seconds: Double = 0.5, _ register: @escaping @Sendable (Batch) throws -> Void
) async throws {
  let findings = try await findings(seconds: seconds, register)
  #expect(findings.map(\.kind) == [kind] && findings.first?.key == key, "\(findings)")
  #expect(findings.first?.message.contains(text) == true, "\(findings)")
  #expect(findings.first?.site?.file == "HoldfastStressTests/ServiceDefectTests.swift", "\(findings)")
}

private final class Visit: Sendable {}
private final class Page: Sendable {}

private final class Cache: Sendable {
  let pages = Locked<Provider<Page>?>(nil)
  private let visits = Locked<[Visit]>([])

  func keep(_ visit: Visit) { visits.withLock { $0.append(visit) } }
}

import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// Values that are held by what outlives them, seen by reflection or not.
  @Suite struct HolderTests {
    @Test func aSingletonWithAProviderOfAScopesValueIsCaptive() async {
      await #expect(processExitsWith: .success) {
        let finding = try await onlyFinding {
          $0.register(Visit.self, scope: .scoped) { _ in Visit() }
          $0.register(Desk.self) { r in
            let visits = r.provider(Visit.self)
            return Desk { try visits.resolveNow() }
          }
        }
        expect(finding, .captive, AnyKey(Desk.self), "\(AnyKey(Desk.self)) → \(AnyKey(Visit.self))")
      }
    }

    @Test func aCacheThatKeepsARequestsObjectBehindALockIsNamed() async {
      await #expect(processExitsWith: .success) {
        let finding = try await onlyFinding {
          $0.register(Archive.self) { _ in Archive() }
          $0.register(Desk.self) { r in
            _ = try r.resolve(Archive.self)
            return Desk { Visit() }
          }
          $0.register(Visit.self, scope: .scoped) { r in
            let visit = Visit()
            try r.resolve(Archive.self).keep(visit)
            return visit
          }
        }
        expect(finding, .captive, AnyKey(Archive.self), "\(AnyKey(Visit.self))")
      }
    }

    @Test func aCacheThatIsRegisteredAsAnInstanceIsNamedToo() async {
      await #expect(processExitsWith: .success) {
        let finding = try await onlyFinding {
          $0.register(Archive.self, instance: Archive())
          $0.register(Visit.self, scope: .scoped) { r in
            let visit = Visit()
            try r.resolve(Archive.self).keep(visit)
            return visit
          }
        }
        expect(finding, .captive, AnyKey(Archive.self), "\(AnyKey(Visit.self))")
      }
    }

    @Test func whatHoldsAValueThatWasDisposedOfIsNamedWithThePath() async {
      await #expect(processExitsWith: .success) {
        let finding = try await onlyFinding {
          $0.register(Pool.self) { _ in Pool() }
          $0.register(Reporter.self) { r in
            let pools = r.provider(Pool.self)
            return Reporter(pool: try pools.resolveNow())  // kept, where a provider is to ask again
          }
        }
        expect(finding, .disposedInUse, AnyKey(Reporter.self), "\(AnyKey(Pool.self))")
        #expect(finding?.message.contains("Reporter.pool") == true, "\(String(describing: finding))")
      }
    }

    @Test func whatHoldsItInAClosureIsNamed() async {
      await #expect(processExitsWith: .success) {
        let finding = try await onlyFinding {
          $0.register(Pool.self) { _ in Pool() }
          $0.register(Desk.self) { r in
            let pool = try r.provider(Pool.self).resolveNow()
            return Desk {
              withExtendedLifetime(pool) {}
              return Visit()
            }
          }
        }
        expect(finding, .disposedInUse, AnyKey(Desk.self), "\(AnyKey(Pool.self))")
      }
    }

    @Test func whatAsksAgainAndWhatTheContainerKnowsAreNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(seconds: 0.5, touching: .everything, seed: 1) {
          try Container {
            $0.register(Pool.self) { _ in Pool() }
            $0.register(Reporter.self) { r in Reporter(pool: try r.resolve()) }
            $0.register(Desk.self) { r in
              let pools = r.provider(Pool.self)
              return Desk {
                _ = try pools.resolveNow()
                return Visit()
              }
            }
          }
        }
        #expect(report.held && report.findings.isEmpty, "\(report)")
      }
    }
  }
}

/// What is found in a container; only one thing is to be.
private func onlyFinding(_ register: @escaping @Sendable (Batch) throws -> Void) async throws -> StressFinding? {
  let failure = await #expect(throws: StressFailure.self) {
    try await stress(seconds: 0.5, touching: .everything, seed: 1) { try Container { try register($0) } }
  }
  let findings = failure?.report.findings ?? []
  #expect(findings.count == 1, "\(findings)")
  return findings.first
}

private func expect(_ finding: StressFinding?, _ kind: StressFinding.Kind, _ key: AnyKey, _ text: String) {
  #expect(finding?.kind == kind && finding?.key == key, "\(String(describing: finding))")
  #expect(finding?.site?.file == "HoldfastStressTests/HolderTests.swift", "\(String(describing: finding))")
  #expect(finding?.message.contains(text) == true, "\(String(describing: finding))")
}

private final class Visit: Sendable {}

private final class Desk: Sendable {
  private let visit: @Sendable () throws -> Visit

  init(_ visit: @escaping @Sendable () throws -> Visit) { self.visit = visit }
}

private final class Archive: Sendable {
  private let visits = Locked<[Visit]>([])

  func keep(_ visit: Visit) { visits.withLock { $0.append(visit) } }
}

private final class Pool: Disposable, Sendable {
  func dispose() {}
}

private final class Reporter: Sendable {
  let pool: Pool

  init(pool: Pool) { self.pool = pool }
}

import Foundation
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// What is contributed has another key in each container.
  @Suite struct ContributionTests {
    @Test func whatIsContributedIsAskedForAndNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(seconds: 4, touching: .everything, seed: 1) { try makeHost(plugs: 2) }
        #expect(report.findings.isEmpty, "\(report)")
        #expect(report.notes.isEmpty, "\(report.notes)")
        let steps = report.startUp?.steps ?? []
        #expect(steps.count { $0.key.typeName.hasSuffix(".Plug") } == 2, "one for each contribution, whatever the container: \(steps)")
      }
    }

    @Test func overridesMayContributeToo() async {
      await #expect(processExitsWith: .success) {
        let touching = Touching.overriding { $0.contribute(Plug.self) { _ in Plug() } }
        try await stress(seconds: 2, touching: touching, seed: 1) { try makeHost(plugs: 1) }
      }
    }

    @Test func oneThatFailsIsNamedOnceWithItsPlace() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(seconds: 2, touching: .everything, seed: 1) {
            try Container {
              $0.contribute(Plug.self) { _ in Plug() }
              $0.contribute(Plug.self) { _ in throw NoPower() }
              $0.register(Host.self) { resolver in Host(plugs: try resolver.resolveAll()) }
            }
          }
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.count == 1, "\(findings)")
        #expect(findings.first?.kind == .failedFactory)
        #expect(findings.first?.message.contains("NoPower") == true)
        #expect(findings.first?.site?.file == "HoldfastStressTests/ContributionTests.swift")
      }
    }

    @Test func theTypeAndTheCollectionStandForWhatIsLeftOut() async {
      await #expect(processExitsWith: .success) {
        for key in [AnyKey(Plug.self), AnyKey([Plug].self)] {
          let asked = Flag()
          let root = CompositionRoot(touching: .everything, leavingOut: [key, AnyKey(Host.self)]) {
            try Container {
              $0.contribute(Plug.self) { _ in
                asked.set()
                return Plug()
              }
              $0.register(Host.self) { resolver in Host(plugs: try resolver.resolveAll()) }
              $0.register(Spare.self) { _ in Spare() }  // what is asked for
            }
          }
          try await stress(root, seconds: 1, seed: 1)
          #expect(!asked.isSet, "\(key)")
        }
      }
    }

    @Test func aContributionThatHangsIsFoundOnce() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          let root = CompositionRoot(touching: .everything) {
            try Container {
              $0.contribute(Plug.self) { _ in
                DispatchSemaphore(value: 0).wait()
                return Plug()
              }
              $0.register(Host.self) { resolver in Host(plugs: try resolver.resolveAll()) }
            }
          }
          try await stress(root, seconds: 1, seed: 1)
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.kind) == [.stuck], "\(findings)")
        #expect(findings.first?.key?.typeName.hasSuffix(".Plug") == true)
      }
    }
  }
}

private func makeHost(plugs: Int) throws -> Container {
  try Container { batch in
    for _ in 0..<plugs { batch.contribute(Plug.self) { _ in Plug() } }
    batch.register(Host.self) { resolver in Host(plugs: try resolver.resolveAll()) }
  }
}

private final class Spare: Sendable {}
private final class Plug: Sendable {}
private final class Host: Sendable {
  let plugs: [Plug]

  init(plugs: [Plug]) { self.plugs = plugs }
}
private struct NoPower: Error {}

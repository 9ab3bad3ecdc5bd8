import Holdfast
import HoldfastStress
import Testing

extension Runs {
  /// A run that has tried nothing proves nothing, and does not pass.
  @Suite struct EmptyRunTests {
    @Test func aWorkloadThatResolvesNothingIsNotGreen() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(rootOfOne(), seconds: 0.2, threads: 2, tasks: 2, seed: 1, workloads: [Bystander.self])
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.workload) == ["bystander"], "\(findings)")
        #expect(findings.first?.message.contains("did-work") == true, "\(findings)")
      }
    }

    @Test func aWorkloadThatOnlyReadsWhatItBuiltBeforeIsGreen() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(rootOfOne(), seconds: 0.2, threads: 2, tasks: 2, seed: 1, workloads: [Reader.self])
        #expect(report.held)
      }
    }

    @Test func aWorkloadOnAContainerWithoutFactoriesIsGreen() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) { try Container { $0.register(instance: Parcel()) } }
        let report = try await stress(root, seconds: 0.2, threads: 2, tasks: 2, seed: 1, workloads: [Reader.self])
        #expect(report.held)
      }
    }

    @Test func aRunThatMayAskForNothingIsNotGreen() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Parcel.self)]) {
          try Container { $0.register(Parcel.self) { _ in Parcel() } }
        }
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(root, seconds: 0.2, threads: 2, tasks: 2, seed: 1)
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.map(\.kind) == [.invariant], "\(findings)")
        #expect(findings.first?.message.contains("nothing that is registered may be asked for") == true, "\(findings)")
      }
    }
  }
}

private func rootOfOne() -> CompositionRoot {
  CompositionRoot(touching: .everything) { try Container { $0.register(Parcel.self) { _ in Parcel() } } }
}

private final class Parcel: Sendable {}

private final class Bystander: Workload {
  static let name = "bystander"
  static let summary = "has a container and resolves nothing"

  init(_ setting: Setting, _ container: Container) {}

  func turn(_ worker: Worker) {}
}

private final class Reader: Workload {
  static let name = "reader"
  static let summary = "resolves what it has resolved before"
  private let container: Container

  init(_ setting: Setting, _ container: Container) throws {
    self.container = container
    _ = try container.resolve(Parcel.self)
  }

  func turn(_ worker: Worker) throws { _ = try container.resolve(Parcel.self) }
}

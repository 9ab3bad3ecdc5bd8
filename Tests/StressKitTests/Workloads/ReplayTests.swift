import Foundation
import HoldfastStress
import StressKit
import Testing

/// The choices of a worker follow from the seed, whatever the container answers.
@Suite struct ReplayTests {
  @Test(arguments: Catalogue.all.map { $0.name })
  func theSameSeedMakesTheSameChoices(name: String) async throws {
    let type = try #require(Catalogue.workload(named: name))
    for worker in 0..<3 {
      let choices = try await choices(of: type, worker: worker, seed: 42)
      let again = try await self.choices(of: type, worker: worker, seed: 42)
      #expect(choices == again)
      #expect(Set(choices).count > 2)
    }
  }

  @Test func anotherSeedMakesOtherChoices() async throws {
    let type = try #require(Catalogue.workload(named: "replace"))
    let other = try await choices(of: type, worker: 0, seed: 2)
    #expect(try await choices(of: type, worker: 0, seed: 1) != other)
  }

  @Test func twoWorkersMakeDifferentChoices() async throws {
    let type = try #require(Catalogue.workload(named: "hot-read"))
    let other = try await choices(of: type, worker: 2, seed: 1)
    #expect(try await choices(of: type, worker: 1, seed: 1) != other)
  }

  /// On a thread that may block, as a worker does.
  private func choices(of type: any SubjectWorkload.Type, worker index: Int, seed: UInt64) async throws -> [String] {
    try await withCheckedThrowingContinuation { done in
      Thread.detachNewThread { done.resume(with: Result { try Self.choices(of: type, worker: index, seed: seed) }) }
    }
  }

  /// What a worker chooses in its first thousand turns; rounds begin when it comes to the gate, resolving is left out.
  private static func choices(of type: any SubjectWorkload.Type, worker index: Int, seed: UInt64) throws -> [String] {
    let ledger = Ledger()
    let subject = FakeContainer<Tracked>()
    let workload = type.init(Setting(ledger: ledger, seed: seed, workers: 4))
    try workload.prepare(subject)
    let worker = Worker(index: index, kind: .thread, workload: type.name, seed: seed, ledger: ledger)
    return (0..<1000).map { _ in
      let move = workload.choose(worker)
      if case .meet(let last) = move { last(subject) }
      return move.description
    }
  }
}

import HoldfastStress
import StressKit
import Testing

/// The choices of a worker follow from the seed, whatever the container answers.
@Suite struct ReplayTests {
  @Test(arguments: Catalogue.all.map { $0.name })
  func theSameSeedMakesTheSameChoices(name: String) throws {
    let type = try #require(Catalogue.workload(named: name))
    for worker in 0..<3 {
      let choices = try choices(of: type, worker: worker, seed: 42)
      #expect(try choices == self.choices(of: type, worker: worker, seed: 42))
      #expect(Set(choices).count > 2)
    }
  }

  @Test func anotherSeedMakesOtherChoices() throws {
    let type = try #require(Catalogue.workload(named: "replace"))
    #expect(try choices(of: type, worker: 0, seed: 1) != choices(of: type, worker: 0, seed: 2))
  }

  @Test func twoWorkersMakeDifferentChoices() throws {
    let type = try #require(Catalogue.workload(named: "hot-read"))
    #expect(try choices(of: type, worker: 1, seed: 1) != choices(of: type, worker: 2, seed: 1))
  }

  /// What a worker chooses in its first thousand turns; rounds begin when it comes to the gate, resolving is left out.
  private func choices(of type: any SubjectWorkload.Type, worker index: Int, seed: UInt64) throws -> [String] {
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

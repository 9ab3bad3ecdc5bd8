import HoldfastStress
import Testing

/// The fit of the Universal Scalability Law, and when there is none.
@Suite struct ScalabilityFitTests {
  private static func measured(_ threads: [Int], _ contention: Double, _ coherency: Double) -> [(threads: Int, capacity: Double)] {
    threads.map { count in
      let n = Double(count)
      return (count, n / (1 + contention * (n - 1) + coherency * n * (n - 1)))
    }
  }

  @Test(arguments: [[1], [1, 2], [1, 2, 4], [2, 2, 2, 2]])
  func tooFewNumbersOfThreadsAreNotFitted(threads: [Int]) {
    #expect(ScalabilityFit(Self.measured(threads, 0.1, 0.01)) == nil)
  }

  @Test(arguments: [(0.0, 0.0), (0.1, 0.0), (0.0, 0.02), (0.05, 0.001)])
  func theLawIsFoundAgain(contention: Double, coherency: Double) throws {
    let fit = try #require(ScalabilityFit(Self.measured([1, 2, 4, 8], contention, coherency)))
    #expect(abs(fit.contention - contention) < 1e-9)
    #expect(abs(fit.coherency - coherency) < 1e-9)
    #expect(abs(fit.capacity(64) - Self.measured([64], contention, coherency)[0].capacity) < 1e-6)
    #expect((fit.peak == nil) == (fit.coherency == 0))
  }

  @Test func aCoefficientIsNeverNegative() throws {
    let fit = try #require(ScalabilityFit([(1, 1), (2, 1.9), (4, 3.2), (8, 6.5)]))
    #expect(fit.contention >= 0)
    #expect(fit.coherency >= 0)
  }

  @Test func threadsThatTakeTurnsOnACoreAreNotFitted() throws {
    let row = ContentionReport.Row(name: "a key", threads: [1, 2, 4, 8], nanoseconds: [10, 10, 20, 40])
    #expect(row.fit(cores: 2) == nil)
    #expect(row.fit(cores: 8) != nil)
    let two = ContentionReport(rows: [row], slowdown: 1, cores: 2)
    #expect(two.description.contains("no scalability is fitted: that takes 4 numbers of threads, up to the number of cores (2)"))
    #expect(!two.description.contains("coherency"))
    let eight = ContentionReport(rows: [row], slowdown: 1, cores: 8)
    #expect(eight.description.contains("coherency"))
    #expect(!eight.description.contains("no scalability"))
  }
}

import HoldfastStress
import Testing

@Suite struct SeededRandomTests {
  @Test func theSameSeedGivesTheSameSequence() {
    var one = SeededRandom(seed: 7, name: "hot-read", number: 3)
    var other = SeededRandom(seed: 7, name: "hot-read", number: 3)
    for _ in 0..<1000 { #expect(one.next() == other.next()) }
  }

  @Test func seedsNamesAndNumbersAllMatter() {
    var generators = [
      SeededRandom(seed: 7, name: "hot-read", number: 3), SeededRandom(seed: 8, name: "hot-read", number: 3),
      SeededRandom(seed: 7, name: "cold-herd", number: 3), SeededRandom(seed: 7, name: "hot-read", number: 4),
    ]
    let firsts = generators.indices.map { generators[$0].next() }
    #expect(Set(firsts).count == 4)
  }

  @Test func theSequenceIsTheSameOnEveryMachine() {
    var random = SeededRandom(seed: 0)
    #expect(random.next() == 0xe220_a839_7b1d_cdaf)
    #expect(random.next() == 0x6e78_9e6a_a1b9_65f4)
  }

  @Test func numbersBelowABoundCoverItEvenly() {
    var random = SeededRandom(seed: 1)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<100_000 { counts[random.below(10)] += 1 }
    #expect(counts.allSatisfy { (9_500...10_500).contains($0) })
  }
}

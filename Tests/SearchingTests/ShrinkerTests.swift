import Searching
import Testing

@Suite struct ShrinkerTests {
  private func shorter(_ numbers: [Int]) -> some Sequence<[Int]> {
    numbers.indices.pieces.lazy.map { piece in
      var rest = numbers
      rest.removeSubrange(piece)
      return rest
    }
  }

  @Test func onlyWhatMattersIsLeft() {
    var tries = 0
    let shrinker = Shrinker(smaller: shorter) { (numbers: [Int]) -> [Int]? in
      tries += 1
      return numbers.contains(400) && numbers.contains(777) ? numbers : nil
    }
    #expect(shrinker.shrink(Array(0..<1000)) == [400, 777])
    #expect(tries < 200)
  }

  @Test func whatWasFoundIsTheAnswerOfItsLastTrial() {
    let shrinker = Shrinker(smaller: { (found: (numbers: [Int], sum: Int)) in shorter(found.numbers) }) { numbers -> ([Int], Int)? in
      let sum = numbers.reduce(0, +)
      return sum > 5 ? (numbers, sum) : nil
    }
    #expect(shrinker.shrink(([1, 2, 3, 4], 10)) == ([3, 4], 7))
  }

  @Test func nothingIsTriedWhenTimeIsOver() {
    let shrinker = Shrinker(until: 0, smaller: shorter) { (numbers: [Int]) -> [Int]? in numbers }
    #expect(shrinker.shrink([1, 2]) == [1, 2])
  }

  @Test func piecesGetSmaller() {
    #expect((0..<5).pieces.map { Array($0) } == [[0, 1], [2, 3], [4], [0], [1], [2], [3], [4]])
    #expect((0..<0).pieces.map { Array($0) } == [])
  }
}

import HoldfastStress
import Testing

@Suite struct HistogramTests {
  @Test func anEmptyOneAnswersZero() {
    let histogram = Histogram()
    #expect(histogram.count == 0)
    #expect(histogram.percentile(0.5) == 0)
    #expect(histogram.max == 0)
  }

  @Test func smallValuesAreExact() {
    var histogram = Histogram()
    for value in 1...20 as ClosedRange<UInt64> { histogram.record(value) }
    #expect(histogram.percentile(0.5) == 10)
    #expect(histogram.percentile(0.95) == 19)
    #expect(histogram.percentile(1) == 20)
    #expect(histogram.percentile(0) == 1)
  }

  @Test(arguments: [0.5, 0.9, 0.99, 0.999])
  func largeValuesAreWithinOneThirtySecond(share: Double) {
    var histogram = Histogram()
    for value in 1...100_000 as ClosedRange<UInt64> { histogram.record(value * 37) }
    let exact = (share * 100_000).rounded(.up) * 37
    let answer = Double(histogram.percentile(share))
    #expect(answer >= exact)
    #expect(answer <= exact * (1 + 1.0 / 32))
  }

  @Test func theLargestValuesFit() {
    var histogram = Histogram()
    histogram.record(.max)
    histogram.record(0)
    #expect(histogram.percentile(1) == .max)
    #expect(histogram.percentile(0.5) == 0)
    #expect(histogram.max == .max)
  }

  @Test func noAnswerExceedsTheMaximum() {
    var histogram = Histogram()
    histogram.record(1_000_001)
    #expect(histogram.percentile(0.5) == 1_000_001)
  }

  @Test func mergingCountsBoth() {
    var one = Histogram()
    var other = Histogram()
    for value in 0..<10 as Range<UInt64> { one.record(value) }
    for value in 10..<20 as Range<UInt64> { other.record(value) }
    one.merge(other)
    #expect(one.count == 20)
    #expect(one.percentile(0.5) == 9)
    #expect(one.max == 19)
  }
}

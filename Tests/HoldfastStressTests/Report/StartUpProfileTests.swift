import Holdfast
import HoldfastStress
import Testing

/// The arithmetic of the start-up.
@Suite struct StartUpProfileTests {
  private struct A {}
  private struct B {}
  private struct C {}
  private let a = AnyKey(A.self)
  private let b = AnyKey(B.self)
  private let c = AnyKey(C.self)

  @Test func theCriticalPathIsTheLongestChain() {
    let profile = StartUpProfile(
      own: [a: .milliseconds(10), b: .milliseconds(20), c: .milliseconds(25)], needs: [b: [a]])
    #expect(profile.criticalPath.map(\.key) == [a, b])
    #expect(profile.criticalTime == .milliseconds(30))
    #expect(profile.total == .milliseconds(55))
    #expect(profile.ideal(cores: 1) == .milliseconds(55))
    #expect(profile.ideal(cores: 2) == .milliseconds(30))
    #expect(profile.steps.map(\.key) == [a, c, b], "in the order in which they can begin")
    #expect(profile.steps.last?.earliest == .milliseconds(10))
  }

  @Test func aCircleOfInjectorsIsCut() {
    let profile = StartUpProfile(own: [a: .milliseconds(10), b: .milliseconds(20)], needs: [a: [b], b: [a]])
    #expect(profile.criticalTime == .milliseconds(30))
  }

  @Test func thePictureMarksTheCriticalPath() {
    let profile = StartUpProfile(own: [a: .milliseconds(10), b: .milliseconds(30)], needs: [b: [a]])
    #expect(profile.description.contains("40.0 ms one after the other, 40.0 ms on the critical path"))
    #expect(profile.description.contains("│██████████ 10.0 ms"))
  }

  @Test func nothingBuiltIsNoPicture() {
    #expect(StartUpProfile(own: [:], needs: [:]).description == "nothing was built")
  }

  @Test func theDrawingConnectsWhatWaitsWithWhatItNeeds() {
    let profile = StartUpProfile(own: [a: .milliseconds(10), b: .milliseconds(30), c: .milliseconds(20)], needs: [b: [a], c: [a]])
    let lines = profile.svg.split(separator: "\n")
    #expect(lines.first?.hasPrefix("<svg ") == true)
    #expect(lines.last == "</svg>")
    let connections = lines.filter { $0.hasPrefix("<path") && $0.contains("H") }
    #expect(connections.count == 2)
    #expect(connections.last?.contains("stroke-width=\"2\"") == true, "the critical path is above the others")
    #expect(lines.count { $0.contains("rx=\"2\" fill=\"#c0392b\"") } == 3, "two on the critical path, and the legend")
    #expect(profile.svg.contains("one after the other 60.0 ms, critical path 40.0 ms"))
  }

  @Test func theDrawingLeavesOutWhatTakesNoTimeAndSaysSo() {
    let generic = AnyKey([Int].self)
    let profile = StartUpProfile(own: [a: .microseconds(1), b: .milliseconds(30), generic: .milliseconds(30)], needs: [generic: [b]])
    #expect(profile.svg.contains("1 more, which take 1.0 µs together, are not shown"))
    #expect(profile.svg.contains("Array&lt;"))
    #expect(!profile.svg.contains("Array<"))
  }
}

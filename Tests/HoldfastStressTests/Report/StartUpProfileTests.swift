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
    #expect(profile.mermaid.contains("n1 --> n0"))
  }

  @Test func nothingBuiltIsNoPicture() {
    #expect(StartUpProfile(own: [:], needs: [:]).description == "nothing was built")
  }
}

import HoldfastStress
import StressKit
import Testing

extension Runs {
  @Suite struct SelfTestTests {
    @Test(.timeLimit(.minutes(5)))
    func everyBrokenContainerIsCaughtByNameAndTheSoundOneIsNot() async {
      await #expect(processExitsWith: .success) {
        let findings = SelfTest(threads: 3, tasks: 3, seed: 7).run()
        for finding in findings {
          #expect(finding.isAsExpected, "\(finding.line)")
        }
        #expect(Set(findings.compactMap(\.defect)) == Set(Defect.allCases.filter { $0.verdict != nil }))
        #expect(findings.filter { $0.defect == nil }.map(\.report.name) == Catalogue.portable.map { $0.name })
      }
    }

    /// A self-test that cannot fail proves nothing: a sound container under a broken one's verdict must not count as caught.
    @Test func aContainerThatIsNotBrokenIsNotCaught() async {
      await #expect(processExitsWith: .success) {
        let report = Runner(plan: Plan(threads: 2, tasks: 2, seed: 7)).run(Catalogue.all[1], seconds: 0.1, on: { FakeContainer<Tracked>() })
        #expect(!SelfTest.Finding(defect: .buildsTwice, report: report, expected: [.oneBuild, .oneObject]).isAsExpected)
      }
    }
  }
}

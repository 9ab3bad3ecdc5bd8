import HoldfastStress
import StressKit
import Testing

extension Runs {
  @Suite struct SelfTestTests {
    @Test(.timeLimit(.minutes(5)))
    func everyDefectIsCaughtByNameAndNothingElse() async {
      await #expect(processExitsWith: .success) {
        let findings = SelfTest(threads: 3, tasks: 3, seed: 7).run()
        for finding in findings {
          #expect(finding.isAsExpected, "\(finding.line)")
        }
        #expect(Set(findings.compactMap(\.defect)) == Set(Defect.allCases))
        #expect(findings.filter { $0.defect == nil }.map(\.report.name) == Catalogue.all.map { $0.name })
      }
    }

    /// A self-test that cannot fail proves nothing: a sound workload under a defect's verdict must not count as caught.
    @Test func whatIsNotBrokenIsNotCaught() async {
      await #expect(processExitsWith: .success) {
        let (workload, invariants) = Defect.skipsInjection.verdict
        let report = Runner(plan: Plan(threads: 2, tasks: 2, seed: 7)).run(workload.load(), seconds: 0.1)
        #expect(!SelfTest.Finding(defect: .skipsInjection, report: report, expected: invariants).isAsExpected)
      }
    }
  }
}

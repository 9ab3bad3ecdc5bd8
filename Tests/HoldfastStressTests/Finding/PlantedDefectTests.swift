import Holdfast
import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// Small applications with one thing wrong.
  @Suite struct PlantedDefectTests {
    @Test(arguments: PlantedDefect.allCases)
    func eachIsFoundByName(defect: PlantedDefect) async {
      await #expect(processExitsWith: .success) { [defect] in
        let finding = try await PlantedTest(threads: 3, tasks: 3, seed: 1).look(at: defect, seconds: 2)
        #expect(finding.isAsExpected, "\(finding.line)")
        let expected = defect.expected
        let found = try #require(finding.found.first { $0.kind == expected.kind && $0.key == expected.key })
        #expect(found.site?.file == "StressKit/Harbour.swift")
        #expect(found.description.hasPrefix("\(expected.kind.rawValue): \(expected.key)"))
      }
    }

    @Test func theSoundOneIsNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(PlantedDefect.root(nil), seconds: 4, threads: 4, tasks: 4, seed: 1)
        #expect(report.held)
        #expect(report.findings.isEmpty)
        #expect(report.notesButOnTime.isEmpty, "\(report.notes)")
        #expect(report.startUp?.steps.count == 7, "what is built outside of scopes, and by factories")
        #expect(report.description == "all held")
      }
    }
  }
}

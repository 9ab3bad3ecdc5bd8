import Holdfast
import HoldfastStress
import StressKit
import Testing

extension Runs {
  /// Small applications with one thing wrong.
  @Suite struct PlantedDefectTests {
    @Test func eachIsFoundByName() async {
      await #expect(processExitsWith: .success) {
        let planted = PlantedTest(threads: 3, tasks: 3, seed: 1)
        for defect in PlantedTest.order.compactMap(\.self) {
          // A second is enough, unless the machine has much else to do.
          var finding = try await planted.look(at: defect, seconds: 1)
          if !finding.isAsExpected { finding = try await planted.look(at: defect, seconds: 4) }
          let expected = defect.expected
          let found = finding.found.first { $0.kind == expected.kind && $0.key == expected.key }
          #expect(finding.isAsExpected, "\(finding.line)")
          #expect(found?.site?.file == "StressKit/Harbour.swift", "\(finding.line)")
          #expect(found?.description.hasPrefix("\(expected.kind.rawValue): \(expected.key)") == true, "\(finding.line)")
        }
      }
    }

    @Test func theSoundOneIsNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let report = try await stress(PlantedDefect.root(nil), seconds: 4, threads: 4, tasks: 4, seed: 1)
        #expect(report.held)
        #expect(report.findings.isEmpty)
        #expect(report.notes.isEmpty, "\(report.notes)")
        #expect(report.startUp?.steps.count == 7, "what is built outside of scopes, and by factories")
        #expect(report.description == "all held")
      }
    }
  }
}

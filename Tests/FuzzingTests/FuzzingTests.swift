import Fuzzing
import Holdfast
import HoldfastStress
import Testing

/// What runs sequences runs in a process of its own, as these let time pass.
@Suite("Fuzzing")
struct FuzzingTests {
  @Test("Some thousand sequences go as the model says")
  func sound() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      let report = Campaign(seed: 1, limit: 2000).run(seconds: 600)
      #expect(report.sequences == 2000)
      #expect(report.finding == nil, "\(String(describing: report.finding))")
    }
  }

  @Test("A planted difference is found, in a few calls")
  func planted() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      for defect in PlantedDifference.allCases {
        let finding = try #require(Campaign(seed: 1, defect: defect).run(seconds: 60).finding, "\(defect)")
        #expect(Trial.run(finding.sequence, defect: defect) == finding.difference, "\(defect)")
        #expect(finding.sequence.steps.count <= 6, "\(defect)")
        // It is the defect that shows.
        #expect(Trial.run(finding.sequence) == nil, "\(defect)")
      }
    }
  }

  @Test("The same seed gives the same run")
  func deterministic() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      let runs = (0..<2).map { _ in Campaign(seed: 7, defect: .weakIsStrong).run(seconds: 60) }
      #expect(runs[0].sequences == runs[1].sequences)
      let findings = try runs.map { try #require($0.finding) }
      #expect(findings[0].sequence == findings[1].sequence)
    }
  }

  @Test("A sequence is read as it was written")
  func text() throws {
    for start in 0..<50 {
      let sequence = CallSequence(bytes: (0..<100).map { UInt8(truncatingIfNeeded: ($0 + start) &* 37 &* (start + 1)) })
      #expect(try #require(CallSequence(sequence.description)) == sequence)
      #expect(CallSequence(bytes: sequence.bytes) == sequence)
    }
    #expect(CallSequence("resolve parent a singleton - perhaps\n") == nil)
    #expect(CallSequence("resolve parent\n") == nil)
  }

  @Test("Any bytes make a sequence")
  func bytes() async {
    await #expect(processExitsWith: .success) {
      ProcessClock.own()
      for count in [0, 1, 2, 3, 4, 100] {
        let sequence = CallSequence(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91) })
        #expect(sequence.steps.count == max(0, count - 1) / 3, "\(count)")
        #expect(Trial.run(sequence) == nil, "\(count)")
      }
    }
  }

  @Test("The command line is read, or its mistake is said")
  func commandLine() throws {
    let options = try FuzzOptions(parsing: ["--seconds=2.5", "--seed", "9", "--json", "-", "--replay", "file"])
    #expect(options.seconds == 2.5 && options.seed == 9 && options.json == "-" && options.replay == "file" && options.mode == .run)
    #expect(try FuzzOptions(parsing: ["--self-test"]).mode == .selfTest)
    #expect(try FuzzOptions(parsing: ["--help", "--self-test"]).mode == .help)
    for wrong in [["--seconds", "0"], ["--seed", "-1"], ["--seed"], ["--replay="], ["--what"], ["--help=1"]] {
      #expect(throws: UsageError.self) { try FuzzOptions(parsing: wrong) }
    }
  }
}

import HoldfastStress
import StressKit
import Testing

@Suite struct OptionsTests {
  @Test func nothingGivenMeansTheUsualRun() throws {
    let options = try Options(parsing: [], for: .stress)
    #expect(options.mode == .run)
    #expect(options.workloads == [])
    #expect(options.seconds == 10)
    #expect(options.threads >= 4)
    #expect(options.tasks >= 4)
    #expect(options.json == nil)
  }

  @Test func everyOptionIsRead() throws {
    let options = try Options(
      parsing: [
        "--workload", "hot-read,injectors", "--workload", "cold-herd", "--seconds", "1.5", "--tasks=3", "--threads", "5",
        "--seed", "18446744073709551615", "--json", "-", "--stall-after", "2.5",
      ], for: .stress)
    #expect(options.workloads == ["hot-read", "injectors", "cold-herd"])
    #expect(options.seconds == 1.5)
    #expect(options.tasks == 3)
    #expect(options.threads == 5)
    #expect(options.seed == .max)
    #expect(options.json == "-")
    #expect(options.stallAfter == 2.5)
  }

  @Test func aWorkloadNamedTwiceRunsOnce() throws {
    #expect(try Options(parsing: ["--workload", "injectors,injectors", "--workload=injectors"], for: .stress).workloads == ["injectors"])
  }

  @Test(arguments: [(["--help"], Options.Mode.help), (["-h"], .help), (["--list"], .list), (["--self-test"], .selfTest)])
  func modesAreRead(arguments: [String], mode: Options.Mode) throws {
    #expect(try Options(parsing: arguments, for: .stress).mode == mode)
  }

  @Test func helpWinsOverOtherModes() throws {
    #expect(try Options(parsing: ["--help", "--list"], for: .stress).mode == .help)
    #expect(try Options(parsing: ["--list", "--help"], for: .stress).mode == .help)
  }

  @Test(arguments: [
    (["--workload", "nonsense"], "unknown workload 'nonsense'"), (["--workload", ""], "--workload needs a value"),
    (["--workload", "injectors,"], "unknown workload ''"), (["--tasks", "0"], "--tasks must be"),
    (["--threads", "0"], "--threads must be"),
    (["--tasks", "-1"], "--tasks must be"), (["--threads", "many"], "--threads must be"), (["--threads", "1025"], "--threads must be"),
    (["--seconds", "0"], "--seconds must be"), (["--seconds", "-2"], "--seconds must be"), (["--seconds", "nan"], "--seconds must be"),
    (["--seconds", "inf"], "--seconds must be"), (["--seconds", "soon"], "--seconds must be"), (["--seed", "-1"], "--seed must be"),
    (["--seed", "0x10"], "--seed must be"), (["--json", ""], "--json needs a value"), (["--json"], "--json needs a value"),
    (["--seconds"], "--seconds needs a value"), (["--list=yes"], "--list takes no value"), (["--what"], "unknown option '--what'"),
    (["injectors"], "unknown option 'injectors'"), ([""], "unknown option ''"), (["--picture", "file"], "unknown option '--picture'"),
  ])
  func badUsageIsSaidInOneLine(arguments: [String], beginning: String) {
    let error = #expect(throws: UsageError.self) { try Options(parsing: arguments, for: .stress) }
    #expect(error?.description.hasPrefix(beginning) == true)
    #expect(error?.description.contains("\n") == false)
  }
}

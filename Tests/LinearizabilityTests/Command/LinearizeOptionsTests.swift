import HoldfastStress
import Linearizability
import Testing

@Suite struct LinearizeOptionsTests {
  @Test func everyOptionIsRead() throws {
    let options = try LinearizeOptions(parsing: [
      "--operations", "5000", "--seconds=1.5", "--threads", "3", "--keys", "9", "--seed", "18446744073709551615", "--json", "-",
    ])
    #expect(options.mode == .run)
    #expect(options.operations == 5000)
    #expect(options.seconds == 1.5)
    #expect(options.threads == 3)
    #expect(options.keys == 9)
    #expect(options.seed == .max)
    #expect(options.json == "-")
  }

  @Test(arguments: [
    ([], LinearizeOptions.Mode.run), (["--help"], .help), (["-h"], .help), (["--help", "--keys", "3"], .help),
  ])
  func modesAreRead(arguments: [String], mode: LinearizeOptions.Mode) throws {
    #expect(try LinearizeOptions(parsing: arguments).mode == mode)
  }

  @Test(arguments: [
    (["--operations", "0"], "--operations must be"), (["--threads", "1"], "--threads must be"), (["--threads", "65"], "--threads must be"),
    (["--keys", "1"], "--keys must be"), (["--seconds", "0"], "--seconds must be"), (["--seconds", "nan"], "--seconds must be"),
    (["--seed", "-1"], "--seed must be"), (["--json", ""], "--json needs a value"), (["--json"], "--json needs a value"),
    (["--help=yes"], "--help takes no value"), (["--what"], "unknown option '--what'"), (["run"], "unknown option 'run'"),
  ])
  func badUsageIsSaidInOneLine(arguments: [String], beginning: String) {
    let error = #expect(throws: UsageError.self) { try LinearizeOptions(parsing: arguments) }
    #expect(error?.description.hasPrefix(beginning) == true)
    #expect(error?.description.contains("\n") == false)
  }
}

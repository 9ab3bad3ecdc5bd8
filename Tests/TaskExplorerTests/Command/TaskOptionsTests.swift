import HoldfastStress
import TaskExplorer
import Testing

@Suite("Options")
struct TaskOptionsTests {
  @Test("Everything is read, in both ways of writing a value")
  func everything() throws {
    let options = try TaskOptions(parsing: ["--scenario", "herd,replace", "--schedules=7", "--seconds", "1.5", "--seed=9", "--json", "-"])
    #expect(options.mode == .explore && options.scenarios == ["herd", "replace"])
    #expect(options.schedules == 7 && options.seconds == 1.5 && options.seed == 9 && options.json == "-")
  }

  @Test("A million random schedules without a limit of time are the default; --quick has one")
  func defaults() throws {
    #expect(try TaskOptions(parsing: []).schedules == 1_000_000)
    #expect(try TaskOptions(parsing: []).seconds == nil)
    #expect(try TaskOptions(parsing: ["--quick"]).seconds == 20)
    #expect(try TaskOptions(parsing: ["--quick", "--seconds", "3"]).seconds == 3)
  }

  @Test("A replay belongs to one scenario")
  func replay() throws {
    let options = try TaskOptions(parsing: ["--scenario", "herd", "--replay", "0.1.2"])
    #expect(options.replay == Choices([0, 1, 2]))
    #expect(throws: UsageError.self) { try TaskOptions(parsing: ["--replay", "0.1"]) }
  }

  @Test("Help wins over everything else")
  func help() throws {
    #expect(try TaskOptions(parsing: ["--list", "--help", "--mutants"]).mode == .help)
  }

  @Test(
    "A mistake is told",
    arguments: [
      ["--what"], ["--scenario", "none"], ["--seconds", "0"], ["--seconds"], ["--seed", "x"], ["--schedules", "-1"], ["--quick=1"],
      ["--scenario", "herd", "--replay", "a"], ["--json", ""], ["words"],
    ])
  func mistakes(_ arguments: [String]) {
    #expect(throws: UsageError.self) { try TaskOptions(parsing: arguments) }
  }
}

import HoldfastStress
import KernelExplorer
import Testing

@Suite struct KernelOptionsTests {
  @Test func aCommandLineIsRead() throws {
    let options = try KernelOptions(parsing: ["--scenario", "herd-2", "--replay", "1,2, 2", "--seconds", "3", "--json", "figures.json"])
    #expect(options.scenarios == ["herd-2"])
    #expect(options.replay == [1, 2, 2])
    #expect(options.seconds == 3)
    #expect(options.json == "figures.json")
    #expect(try KernelOptions(parsing: ["--bound", "2", "--quick"]).bound == 2)
    #expect(try KernelOptions(parsing: ["--mutants"]).mode == .mutants)
    #expect(try KernelOptions(parsing: ["--orderings"]).mode == .orderings)
    #expect(try KernelOptions(parsing: ["--mutant", "a", "--mutant", "b"]).mutants == ["a", "b"])
    #expect(try KernelOptions(parsing: ["--mutant", "a"]).mode == .mutants)
  }

  @Test(arguments: [
    ["--bound"], ["--bound", "-1"], ["--seconds", "0"], ["--replay", "1"], ["--mutant"],
    ["--scenario", "a", "--replay", "1,x"], ["more"],
  ])
  func whatCannotBeUsedIsRefused(_ arguments: [String]) {
    #expect(throws: UsageError.self) { try KernelOptions(parsing: arguments) }
    #expect(KernelCommand.run(arguments) == 2)
  }
}

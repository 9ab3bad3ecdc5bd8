import Foundation
import TestSupport
import Testing

@Suite("Support of the compile-fail tests")
struct SupportTests {
  @Test("a difference is counted in tokens")
  func difference() {
    #expect(tokenDifference("use(scope: .weak)", "use(scope: .singleton)") == 1)
    #expect(tokenDifference("use({ _ in 1 })", "use(mainActor: { _ in 1 })") == 1)
    #expect(tokenDifference("Chain(resolver)", "Chain(resolver.concurrent)") == 1)
    #expect(tokenDifference("final class A {}", "actor A {}") == 1)
    #expect(tokenDifference("let a = b", "let c = d") > 1)
    #expect(tokenDifference("a", "a") == 0)
  }

  @Test("a file without both marks is no rule")
  func marks() throws {
    let halves = try Rule.Halves("a\n  // compiles: c\n  // refused: one\n  // refused: two\n  b\nd")
    #expect(halves.expectations == ["one", "two"])
    #expect(halves.refused == "b" && halves.accepted == "c")
    #expect(halves.acceptedText.hasSuffix("\nc\nd"))
    #expect(throws: Rule.Unmarked.self) { try Rule.Halves("// refused: one\nb") }
    #expect(throws: Rule.Unmarked.self) { try Rule.Halves("// compiles: c\nb") }
    #expect(throws: Rule.Unmarked.self) { try Rule.Halves("// compiles: c\n// refused: one") }
    #expect(throws: Rule.Unmarked.self) { try Rule.Halves("// compiles: c\n// refused: one\nb\n// compiles: e") }
  }

  @Test("a program's output and status come back")
  func output() async throws {
    let shell = URL(fileURLWithPath: "/bin/sh")
    let result = try await Command(shell, ["-c", "echo out; echo err >&2; exit 3"], limit: .seconds(60)).run(merging: true)
    #expect(result.status == 3)
    #expect(result.output == "out\nerr\n")
  }

  @Test("a program that takes too long is killed")
  func overtime() async throws {
    let command = Command(URL(fileURLWithPath: "/bin/sleep"), ["600"], limit: .milliseconds(50))
    await #expect(throws: Command.Overtime.self) { try await command.run() }
  }

  @Test("no more run at the same time than there are slots")
  func slots() async {
    let slots = Slots(2)
    let tally = Tally()
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          await slots.withSlot {
            await tally.enters()
            await Task.yield()
            await tally.leaves()
          }
        }
      }
    }
    #expect(await tally.most <= 2)
    #expect(await tally.now == 0)
  }
}

/// How many are inside, and how many were at most.
private actor Tally {
  private(set) var now = 0
  private(set) var most = 0

  func enters() {
    now += 1
    most = max(most, now)
  }

  func leaves() { now -= 1 }
}

import Foundation
import Testing

@Suite("Support of the compile-fail tests")
struct SupportTests {
  @Test("a difference is counted in lines and in tokens")
  func difference() {
    let one = TokenDifference("let a = 1\nuse(scope: .weak)\n", "let a = 1\nuse(scope: .singleton)\n")
    #expect(one.lines == 1)
    #expect(one.tokens == 1)
    let label = TokenDifference("use({ _ in 1 })", "use(mainActor: { _ in 1 })")
    #expect(label.tokens == 1)
    let member = TokenDifference("Chain(resolver)", "Chain(resolver.concurrent)")
    #expect(member.tokens == 1)
    #expect(TokenDifference("final class A {}", "actor A {}").tokens == 1)
    let two = TokenDifference("let a = 1\nlet b = 2", "let c = 1\nlet d = 2")
    #expect(two.lines == 2)
    #expect(two.tokens > 1)
    #expect(TokenDifference("a", "a").tokens == 0)
  }

  @Test("a program's output and status come back")
  func output() async throws {
    let shell = URL(fileURLWithPath: "/bin/sh")
    let result = try await Command(shell, ["-c", "echo out; echo err >&2; exit 3"], limit: .seconds(60)).run()
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

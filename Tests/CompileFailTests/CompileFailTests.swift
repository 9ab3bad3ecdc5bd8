import Foundation
import Testing

/// What the compiler must refuse, file by file, each beside a twin that differs in one token and compiles.
///
/// The cases are compiled with the toolchain that runs the tests, against the modules that these tests were built with: the rules hold for what
/// is tested here, in whichever configuration. Only a compiler can run them, so without one they are skipped, with the reason.
@Suite("What must not compile", .enabled(if: Compiler.executable != nil, "there is no swiftc beside the Swift runtime or on the PATH"))
struct CompileFailTests {
  @Test("Case 75 S: is refused with the expected message, and its twin is not", arguments: Rule.all)
  func rule(_ rule: Rule) async throws {
    let compiler = try Compiler()
    let refusal = try await compiler.compile(rule.failing)
    let messages = refusal.errors
    #expect(refusal.status != 0, "\(rule.failing.lastPathComponent) compiles")
    for expected in try rule.expectations {
      #expect(messages.contains { $0.contains(expected) }, "not among the errors: \(expected)\n\(refusal.output)")
    }
    for message in messages {
      #expect(try rule.expectations.contains { message.contains($0) }, "not expected: \(message)")
    }

    let acceptance = try await compiler.compile(rule.compiling)
    #expect(acceptance.status == 0 && acceptance.output.isEmpty, "\(rule.compiling.lastPathComponent):\n\(acceptance.output)")
  }

  @Test("is said by pairs of files that differ in one token, or, where a mistake is put right, in one line", arguments: Rule.all)
  func pair(_ rule: Rule) throws {
    #expect(try !rule.expectations.isEmpty, "no `\(Rule.mark)` comment says which message is expected")
    let difference = TokenDifference(try rule.failingText, try rule.compilingText)
    #expect(difference.lines == 1)
    #expect(rule.isMistake || difference.tokens == 1)
  }

  @Test("every file is half of a pair")
  func everyFileIsHalfOfAPair() throws {
    #expect(!Rule.all.isEmpty)
    let paired = Rule.all.flatMap { [$0.failing.path, $0.compiling.path] }
    #expect(Rule.files.map(\.path).sorted() == paired.sorted())
  }
}

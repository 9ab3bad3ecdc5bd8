import Foundation
import Testing

/// What the compiler must refuse, file by file, each with a twin that differs in one token and compiles.
///
/// The cases are compiled with the toolchain that runs the tests, against the modules that these tests were built with: the rules hold for what
/// is tested here, in whichever configuration. Only a compiler can run them, so without one they are skipped, with the reason.
///
/// Some mistakes get the compiler's own words, and no declaration of ours was found that replaces them without making others worse (6.3.1):
/// - `register { T() }`: type '() -> T' does not conform to 'Sendable', as the closure is taken for an instance. An unavailable overload that takes
///   such a closure is not preferred, with or without `@_disfavoredOverload`.
/// - `register(T.self) { T() }`: contextual type expects 1 argument, with a fix. An unavailable overload of a closure without parameters is told,
///   but then each mistake inside a closure with one is told as a wrong number of parameters.
/// - `.wired(VM.init)` and `register(VM.self) { @MainActor r in … }` of the main actor: loses global actor 'MainActor'. An unavailable overload that
///   takes such a function is not preferred, since the compiler checks isolation after it has chosen.
/// - `scope: .scoped` and the other members of lifetimes that share, with arguments that are not `Hashable`: static property 'scoped' requires that
///   'A' conform to 'Hashable'. A member for all others would have to be repeated for each lifetime.
/// - `scope: .singleton(capacity: 5)` of what takes no arguments compiles, and limits nothing. An unavailable overload for `Lifetime<Value>` is not
///   preferred. It is told if the form with a capacity is for at least one argument. But then each lifetime needs a declaration for one argument and
///   one for several (with one for both, `.singleton(capacity: 5), .factory(taking: A.self) { … }` does not compile), generic code cannot limit a
///   value whose arguments are a parameter pack, and a wrong argument is told as a lifetime of another type.
/// - `register((any P).self) { _ in [] }`, and `contribute((any P).self) { _ in 5 }`: failed to produce diagnostic. That of `register` with a number,
///   a text or a truth value is told by an overload for `LosslessStringConvertible`; one for any other type is told too, but hides the message that
///   names both types where the registered one is concrete.
@Suite("What must not compile", .enabled(if: Compiler.executable != nil, "there is no swiftc beside the Swift runtime or on the PATH"))
struct CompileFailTests {
  @Test("Case 75 S: is refused with the expected message, and its twin is not", arguments: Rule.all)
  func rule(_ rule: Rule) async throws {
    let halves = try rule.read()
    let compiler = try Compiler()
    let refusal = try await compiler.compile(rule.file, halves.options)
    let messages = refusal.errors
    #expect(refusal.status != 0, "\(rule) compiles")
    for expected in halves.expectations {
      #expect(messages.contains { $0.contains(expected) }, "not among the errors: \(expected)\n\(refusal.output)")
    }
    for message in messages {
      #expect(halves.expectations.contains { message.contains($0) }, "not expected: \(message)")
    }

    let acceptance = try await compiler.compile(halves.acceptedText, halves.options)
    #expect(acceptance.status == 0 && acceptance.output.isEmpty, "\(rule), with the line that compiles:\n\(acceptance.output)")
  }

  @Test("differs from its twin in one token, or, where a mistake is put right, in one line", arguments: Rule.all)
  func difference(_ rule: Rule) throws {
    let halves = try rule.read()
    let tokens = tokenDifference(halves.refused, halves.accepted)
    #expect(rule.isMistake ? tokens > 0 : tokens == 1)
  }

  @Test("there are rules")
  func thereAreRules() { #expect(!Rule.all.isEmpty) }
}

import Testing

/// What the optimizer must not crash on. In a debug build the modules show it no bodies to inline, so that only release builds of the tests say much.
@Suite(
  "What must compile with optimization",
  .enabled(if: Compiler.executable != nil, "there is no swiftc beside the Swift runtime or on the PATH"))
struct OptimizationTests {
  private static let containers = [
    "Container { batch in batch.register(Part.self) { _ in Part() } }", "Container(duplicates: .reject) { _ in }",
    "Container(parent: base) { _ in }", "Container(overriding: base) { _ in }", "Container(Parts())", "Container([Parts()])",
    "Container().register(Part.self) { _ in Part() }", "Container().register(Part.self, scope: .scoped, .async { _ in Part() })",
    #"Container(parent: base).register(Part.self, named: "one") { _ in Part() }.register(Part.self, .wired(Part.init))"#,
  ]
  private static let uses = [
    "try await made.resolve(Part.self)", "try await base.resolve(Part.self)", "try await made.shutdown()", "try made.resolveNow(Part.self)",
    "try await made.register(Part.self, scope: .transient) { _ in Part() }.resolve(Part.self)",
  ]

  /// The optimizer of Swift 6.3.1 merges the ends of two paths of an asynchronous function: where a call threw any error, and where one threw a
  /// `ResolutionError`. It crashes if both release the same object, as they do where an initializer of a container is inlined. The verbs of
  /// registration are inlined.
  @Test("Containers that are made in a loop of an asynchronous function, then asked or shut down")
  func containersInALoop() async throws {
    var text = """
      import Holdfast

      final class Part: Sendable { init() {} }
      struct Parts: Assembly {
        func register(in batch: Batch) { batch.register(Part.self) { _ in Part() } }
      }
      func work(_ number: Int) async throws {}

      """
    for (container, made) in Self.containers.enumerated() {
      for (use, asked) in Self.uses.enumerated() {
        text += """
          public func container\(container)use\(use)(_ base: Container) async throws {
            for number in 0..<3 {
              let made = try \(made)
              _ = \(asked)
              try await work(number)
              _ = made
            }
          }

          """
      }
    }
    let compilation = try await Compiler().compile(text, to: .optimized)
    #expect(compilation.status == 0, "\(compilation.output.prefix(2_000))")
  }
}

import Testing

/// Why `Composed` refuses a composition of a module that was compiled without reflection metadata: what its objects are called by is nowhere in the
/// program. The key paths of their needs have the places of the properties, and no names.
@Suite(
  "What reflection metadata is needed for",
  .enabled(if: Compiler.executable != nil, "there is no swiftc beside the Swift runtime or on the PATH"))
struct ReflectionTests {
  private static let composition = """
    import HoldfastComposition

    public struct App: Composition {
      public let unheardOf = Shared { 1 }
      public let user = Shared(\\.unheardOf) { $0 + 1 }
      public init() {}
    }
    """

  @Test("The name of a property is in the program with it, and is not without it", arguments: [false, true])
  func names(isDisabled: Bool) async throws {
    let options = isDisabled ? ["-disable-reflection-metadata"] : []
    let compilation = try await Compiler().compile(Self.composition, options, to: .described)
    #expect(compilation.status == 0, "\(compilation.output.prefix(2_000))")
    #expect(compilation.output.contains(#"c"unheardOf\00""#) != isDisabled)
  }
}

// Calls that cannot work, each with a message that says what to write.

extension Container {
  @available(*, unavailable, message: "say what runs with the overrides: withOverrides { batch in … } operation: { … }")
  @_disfavoredOverload
  public func withOverrides<Result>(_ overrides: (Batch) throws -> Result) throws {}
}

// What HoldfastDiagnostics has. Where it is imported, the compiler prefers its functions to these.

extension Container {
  @available(*, unavailable, message: "write 'import HoldfastDiagnostics', a product of its own")
  public func validate() throws {}

  @available(*, unavailable, message: "write 'import HoldfastDiagnostics', a product of its own")
  public func validate(roots: [AnyKey]) throws {}

  @available(*, unavailable, message: "write 'import HoldfastDiagnostics', a product of its own")
  public func events() -> AsyncStream<Never> { AsyncStream { _ in } }
}

/// What one resolver asks of another: a key, perhaps with run-time arguments, and on whose behalf.
///
/// You meet it only when you write a `Resolver` of your own: pass it on to the resolvers behind yours, unchanged, so that a cycle through all
/// of them is still found. Do not keep it: it keeps the container that asked.
public struct ResolutionRequest<Value> {
  /// What is asked for.
  public let key: AnyKey
  let requester: Requester
  private let perform: (Core, Requester) throws(ResolutionError) -> Value
  private let performAsynchronously: nonisolated(nonsending) (Core, Requester) async throws(ResolutionError) -> Value

  init(
    _ key: AnyKey, _ requester: Requester, _ perform: @escaping (Core, Requester) throws(ResolutionError) -> Value,
    asynchronously: nonisolated(nonsending) @escaping (Core, Requester) async throws(ResolutionError) -> Value
  ) {
    self.key = key
    // Whoever keeps a request keeps no container that asked on nobody's behalf.
    self.requester = requester.context?.isEmpty == true ? Requester(context: nil, depth: requester.depth) : requester
    self.perform = perform
    performAsynchronously = asynchronously
  }

  init(_ key: Key<Value>, _ requester: Requester) {
    let name = key.name
    self.init(key.erased, requester) { core, requester throws(ResolutionError) in
      try core.resolve(Value.self, name, for: requester)
    } asynchronously: { core, requester async throws(ResolutionError) in
      try await core.resolve(Value.self, name, for: requester)
    }
  }

  /// A request on nobody's behalf.
  public init(_ key: Key<Value>) {
    self.init(key, .nobody)
  }

  /// Carries the request out, on its own requester's behalf unless another one is named.
  func callAsFunction(in core: Core, for requester: Requester? = nil) throws(ResolutionError) -> sending Value {
    sent(try perform(core, requester ?? self.requester))
  }

  nonisolated(nonsending) func callAsFunction(
    in core: Core, for requester: Requester? = nil
  ) async throws(ResolutionError) -> sending Value {
    sent(try await performAsynchronously(core, requester ?? self.requester))
  }
}

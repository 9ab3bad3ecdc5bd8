import OnceKernel

// A container's parent may be a resolver of the program's own, which may lead back to the container: nothing is known of where it asks.

/// The containers that have passed a request on to such a parent, the latest first.
private final class PassedOn: Sendable {
  @TaskLocal static var latest: PassedOn?

  /// What is passed on.
  enum Question: Equatable, Sendable {
    case resolve(AnyKey, depth: Int)
    case contains(AnyKey)
  }

  private let core: Weak<Core>
  private let question: Question
  private let outer: PassedOn?
  let length: Int

  init(_ question: Question, by core: Core) {
    self.core = Weak(core)
    self.question = question
    outer = PassedOn.latest
    length = (outer?.length ?? 0) + 1
  }

  /// Whether `core` has passed on this very question.
  static func contains(_ question: Question, by core: Core) -> Bool {
    if Mutant.parentCircleUnseen.isActive { return false }
    var next = latest
    while let passed = next {
      if passed.question == question, passed.core.object === core { return true }
      next = passed.outer
    }
    return false
  }
}

extension Core {
  /// Has the parent, which there is, carry out a request.
  func passOn<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
    let parent = parent.unsafelyUnwrapped
    guard asksUnknown else {
      do { return try parent.resolve(request) } catch { throw missing(error, request.key) }
    }
    let passed = try passing(request)
    var result: Result<T, ResolutionError>?  // kept beside, as `withValue` knows no typed errors
    PassedOn.$latest.withValue(passed) {
      do throws(ResolutionError) { result = .success(try parent.resolve(request)) } catch { result = .failure(error) }
    }
    return try result.unsafelyUnwrapped.get()  // set just above
  }

  nonisolated(nonsending) func passOn<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> T {
    let parent = parent.unsafelyUnwrapped
    guard asksUnknown else {
      do { return try await parent.resolve(request) } catch { throw missing(error, request.key) }
    }
    let passed = try passing(request)
    var result: Result<T, ResolutionError>?  // kept beside, as `withValue` knows no typed errors
    await PassedOn.$latest.withValue(passed) {
      do throws(ResolutionError) { result = .success(try await parent.resolve(request)) } catch { result = .failure(error) }
    }
    return try result.unsafelyUnwrapped.get()  // set just above
  }

  /// The error of a parent, or in place of one that says that nothing is registered one that looks at this container's registrations too.
  private func missing(_ error: ResolutionError, _ key: AnyKey) -> ResolutionError {
    // A resolver of the program's own says itself what helps.
    guard error.isMissing(key), !above.contains(where: \.asksUnknown) else { return error }
    return notRegistered(key)
  }

  /// Whether the parent, if there is one, has a key.
  @inline(never)  // for size: called from many places
  func parentContains(_ key: AnyKey) -> Bool {
    guard let parent else { return false }
    guard asksUnknown else { return parent.contains(key) }
    // Where the question comes back to, it is answered for this container already.
    if PassedOn.contains(.contains(key), by: self) { return false }
    return PassedOn.$latest.withValue(PassedOn(.contains(key), by: self)) { parent.contains(key) }
  }

  private func passing<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> PassedOn {
    // A factory between two such requests asks one level deeper, so that its cycle is found as a cycle of factories.
    let question = PassedOn.Question.resolve(request.key, depth: request.requester.depth)
    if PassedOn.contains(question, by: self) { throw .parentsInACircle(request.key) }
    let passed = PassedOn(question, by: self)
    // One that asks in ever deeper calls of its own.
    if passed.length > Requester.depthLimit || Stack.isNearlyExhausted(thread) { throw .parentsInACircle(request.key) }
    return passed
  }

  /// Whether a resolver asks others than those that are known to lead to containers.
  static func isUnknown(_ resolver: (any Resolver)?) -> Bool {
    guard let resolver else { return false }
    if let group = resolver as? any ResolverGroup { return group.resolvers.contains { isUnknown($0) } }
    return Requester.of(resolver) == nil
  }
}

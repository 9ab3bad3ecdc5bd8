public import Holdfast
public import Testing

/// Gives each test a layer of its own in front of a container, which tests running in parallel cannot see.
///
/// ```swift
/// @Test(.overrides(of: app) { $0.register((any Clock).self, instance: StoppedClock()) })
/// func greetsInTheMorning() throws {
///   #expect(try app.resolve(Greeter.self).greeting == "Good morning")
/// }
/// ```
///
/// On a suite it applies to every test in it. Inside, the container is also the current one, so that property wrappers find it.
public struct OverridesTrait: TestTrait, SuiteTrait, TestScoping {
  let container: @Sendable () -> Container
  let live: LiveRegistrations
  let overrides: @Sendable (Batch) throws -> Void
  let fileID: StaticString
  let line: UInt32

  /// True: on a suite, it applies to every test in it.
  public var isRecursive: Bool { true }

  /// Runs one test in a layer of its own. Called by Swift Testing.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let container = container()
    try await container.withCurrent { () async throws -> Void in
      try await container.withOverrides(
        overrides, onLive: live == .forbidden ? Self.fail : nil, fileID: fileID, line: line, operation: function)
    }
  }
}

extension OverridesTrait {
  private static let fail: @Sendable (AnyKey) -> Void = { key in
    Issue.record("\(key) was resolved live: this test's overrides have no registration of it")
  }
}

/// What a test thinks of registrations that it did not override.
public enum LiveRegistrations: Sendable {
  /// They are used, with instances of the test's own.
  case allowed
  /// Each that comes to be used is a test failure with its name.
  case forbidden
}

extension Trait where Self == OverridesTrait {
  /// Runs each test with overrides in front of `container`.
  ///
  /// `live` says whether registrations that are not overridden may be used.
  public static func overrides(
    of container: @escaping @autoclosure @Sendable () -> Container, live: LiveRegistrations = .allowed,
    fileID: StaticString = #fileID, line: UInt32 = #line, _ overrides: @escaping @Sendable (Batch) throws -> Void = { _ in }
  ) -> OverridesTrait {
    OverridesTrait(container: container, live: live, overrides: overrides, fileID: fileID, line: line)
  }
}

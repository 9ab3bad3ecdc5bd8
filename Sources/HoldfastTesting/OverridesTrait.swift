public import Holdfast
public import Testing

/// Gives each test its own overrides of a container's registrations. Tests that run in parallel cannot see them.
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
  /// Types that the container lacks, and the overrides add.
  let added: Set<ObjectIdentifier>
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
    let live = live
    let onLive: @Sendable (AnyKey) -> Void = { key in
      if !live.allows(key) { Self.reportLive(key, in: test) }
    }
    try await container.withCurrent { () async throws -> Void in
      try await container.withOverrides(
        overrides, onLive: live.allowsEverything ? nil : onLive, onUnknown: { reportUnknown($0, $1, in: test) }, fileID: fileID, line: line,
        operation: function)
    }
  }
}

extension OverridesTrait {
  private static func reportLive(_ key: AnyKey, in test: Test) {
    Issue.record("\(key) was resolved live: this test's overrides have no registration of it", sourceLocation: test.sourceLocation)
  }

  private func reportUnknown(_ key: AnyKey, _ nearest: [String], in test: Test) {
    if added.contains(ObjectIdentifier(key.valueType)) { return }
    let near = nearest.isEmpty ? "" : "; registered are: \(nearest.joined(separator: ", "))"
    Issue.record(
      """
      \(key) is overridden, and the container has no registration of it, so nothing may come to use it\(near).
      Register what is registered, or say that it is new: .overrides(of: …, adding: [X.self]) { … }
      """, sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == OverridesTrait {
  /// Runs each test with overrides in front of `container`.
  ///
  /// ```swift
  /// @Test(.overrides(of: app) { $0.register((any Clock).self, instance: StoppedClock()) })
  /// func greetsInTheMorning() throws {
  ///   #expect(try app.resolve(Greeter.self).greeting == "Good morning")
  /// }
  /// ```
  ///
  /// If the test overrides a key that the container does not have, it fails, because no code would use the override.
  ///
  /// - `container`: the container. The expression is evaluated for each test.
  /// - `live`: whether the test may use registrations that it does not override.
  /// - `types`: types that the test adds, so that the container need not have a registration of them.
  /// - `overrides`: registers the overrides with the batch that it receives.
  public static func overrides(
    of container: @escaping @autoclosure @Sendable () -> Container, live: LiveRegistrations = .allowed,
    adding types: [Any.Type] = [], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ overrides: @escaping @Sendable (Batch) throws -> Void = { _ in }
  ) -> OverridesTrait {
    OverridesTrait(
      container: container, live: live, added: Set(types.map { ObjectIdentifier($0) }),  // types are never freed
      overrides: overrides, fileID: fileID, line: line)
  }
}

import Holdfast
public import Testing

/// Records an issue if an object is still alive after its last caller has released it, for example a view model or a screen.
///
/// ```swift
/// @Test func detailsAreReleased() throws {
///   try expectReleased { try app.resolve(DetailsModel.self, with: user) }
/// }
/// ```
///
/// For a `Container` it also checks every shared object that the container itself keeps at that time. An issue names the object and the place of its
/// registration.
///
/// - Parameters:
///   - sourceLocation: where the issue is shown.
///   - make: returns the object, and keeps no reference to it.
public func expectReleased<Object: AnyObject>(sourceLocation: SourceLocation = #_sourceLocation, _ make: () throws -> Object) rethrows {
  report(Watched(try make()).survivors, sourceLocation)
}

/// Records an issue if an object that is made asynchronously is still alive after its last caller has released it.
///
/// ```swift
/// @Test func reportIsReleased() async throws {
///   try await expectReleased { try await app.resolve(Report.self) }
/// }
/// ```
///
/// - `sourceLocation`: where the issue is shown.
/// - `make`: returns the object, and keeps no reference to it.
public func expectReleased<Object: AnyObject>(
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation, _ make: () async throws -> Object
) async rethrows {
  report(Watched(try await make()).survivors, sourceLocation)
}

private func report(_ survivors: [String], _ sourceLocation: SourceLocation) {
  for survivor in survivors { Issue.record("\(survivor) is still alive: something keeps it", sourceLocation: sourceLocation) }
}

/// An object, and what it has built if it is a container, without keeping any of it alive.
private struct Watched {
  private weak var object: AnyObject?
  private let name: String
  private let built: [BuiltObject]

  init(_ object: consuming AnyObject) {
    name = "\(type(of: object))"
    built = (object as? Container)?.builtObjects ?? []
    self.object = object
  }

  var survivors: [String] {
    (object == nil ? [] : [name]) + built.filter { $0.object != nil }.map { "\($0.key), registered at \($0.site)," }
  }
}

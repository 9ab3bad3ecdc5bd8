import Holdfast
public import Testing

/// Records an issue if an object is still alive when the caller has let go of it: for view models, screens and what else must not be kept.
///
/// ```swift
/// @Test func detailsAreReleased() throws {
///   try expectReleased { try app.resolve(DetailsModel.self, with: user) }
/// }
/// ```
///
/// Of a `Container` every object is looked at that it has built, too: what outlives it is named, with the place where it is registered.
public func expectReleased<Object: AnyObject>(sourceLocation: SourceLocation = #_sourceLocation, _ make: () throws -> Object) rethrows {
  report(Watched(try make()).survivors, sourceLocation)
}

/// The same for an object that is made asynchronously.
nonisolated(nonsending) public func expectReleased<Object: AnyObject>(
  sourceLocation: SourceLocation = #_sourceLocation, _ make: nonisolated(nonsending) () async throws -> Object
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

import Holdfast

/// A server as one finds them: 71 registrations in six assemblies, some asynchronous, some on an actor, some of each request's own.
///
/// The example that validation, drawings and timelines are tried on. Its services do next to nothing: what counts is which needs which, for how long,
/// and where it may be built.
enum Application {
  /// What the outside asks for: the server, the pipeline of each request, the panel of its administrators.
  static let roots = [AnyKey(Server.self), AnyKey(RequestPipeline.self), AnyKey(AdminPanel.self)]

  /// Makes a container with everything in it, and nothing built.
  static func container(_ metrics: Metrics) throws(ResolutionError) -> Container {
    try Container(OperationsAssembly(metrics: metrics), HandlersAssembly(metrics: metrics))
  }
}

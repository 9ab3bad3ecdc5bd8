import Foundation

/// The server's life: everything made, until SIGTERM served, everything ended.
enum Service {
  /// Answers whether every request was answered and everything has ended.
  static func run(_ options: ServerOptions) async throws -> Bool {
    defer { if options.isDatabaseTemporary { try? FileManager.default.removeItem(at: options.database) } }
    let counters = Counters()
    let application = try await options.makeApplication(counters)
    let server = try Server(options, application, counters)
    let termination = await Termination(endsWithInput: options.endsWithInput)
    print("listening on 127.0.0.1:\(server.port)")
    fflush(nil)
    await termination.wait()

    // First the work, then what it needs.
    let isDrained = await server.stop()
    let (isClean, report) = try await application.shutDown(within: options.grace)
    if !isDrained { print("connections did not end") }
    if !isClean { print(report) }
    if isDrained { await counters.settle() }
    let metrics = Metrics(counters, application)
    print(options.isJSON ? metrics.json : metrics.text, terminator: "")
    return isDrained && isClean && metrics.isClean
  }
}

import Foundation
import Synchronization

/// Accepts connections, and answers each one's requests in a task of its own.
package final class Server: Sendable {
  private let options: ServerOptions
  private let application: any Application
  private let counters: Counters
  private let listener: Listener
  private let poller: Poller
  private let connections = Connections()
  private let isStopping = Atomic(false)

  package var port: UInt16 { listener.port }

  package init(_ options: ServerOptions, _ application: any Application, _ counters: Counters) throws {
    self.options = options
    self.application = application
    self.counters = counters
    listener = try Listener(port: options.port)
    poller = try Poller()
    Thread.detachNewThread { [self] in acceptUntilStopped() }
  }

  /// Stops accepting, and answers what was sent. Answers whether every connection has ended.
  package func stop() async -> Bool {
    isStopping.store(true, ordering: .releasing)
    guard await connections.drain(within: options.grace) else { return false }
    poller.stop()
    return true
  }

  private func acceptUntilStopped() {
    while !isStopping.load(ordering: .acquiring) { accept(within: 50) }
    while accept(within: 0) {}  // clients that connected before the end are let in
    close(listener.descriptor)
    connections.close()
  }

  @discardableResult
  private func accept(within milliseconds: Int32) -> Bool {
    guard let descriptor = listener.accept(within: milliseconds) else { return false }
    let connection = Connection(descriptor, poller)
    connections.add(connection)
    Task {
      await serve(connection)
      connections.remove(connection)
    }
    return true
  }

  private func serve(_ connection: Connection) async {
    guard let session = try? application.connect() else { return }
    while let head = await connection.nextHead() {
      counters.requests.wasBorn()
      let request = Request(head: head)
      let isLast = isStopping.load(ordering: .acquiring) || request?.isLast != false
      do {
        try await answer(request, in: session, on: connection, isLast: isLast)
        counters.requests.isGone()
      } catch {  // the client has left, or its answer has failed in the middle
        counters.broken.wasBorn()
        break
      }
      if isLast { break }
    }
    await session.end()
  }

  private func answer(_ request: Request?, in session: any Session, on connection: Connection, isLast: Bool) async throws {
    let number = counters.requests.total
    // What runs for this request is in its trace: factories and disposers of its scope too.
    try await TraceContext.$current.withValue(TraceContext(id: request?.headers["x-trace"] ?? "\(number)")) {
      let response = await response(to: request, number, in: session)
      try await response.send(isLast: isLast) { try await connection.send($0) }
    }
  }

  private func response(to request: Request?, _ number: Int, in session: any Session) async -> Response {
    guard let request else { return Response(status: "400 Bad Request", body: .text("")) }
    if request.path == "/metrics" { return Response(body: .text(Metrics(counters, application).json)) }
    let logger = Logger(request: "\(request.method) \(request.path)", sink: options.isLogging ? Self.printLine : nil)
    do {
      return try await session.respond(to: request, logger)
    } catch {
      logger.log("failed: \(error)")
      return Response(status: "500 Internal Server Error", body: .text("\(error)\n"))
    }
  }

  private static let printLine: @Sendable (String) -> Void = {
    print($0)
    fflush(nil)
  }
}

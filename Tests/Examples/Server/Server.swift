import Dispatch
import Foundation
import Holdfast
import Synchronization

/// Accepts connections, a thread for each, and answers every request in a scope of its own.
final class Server: Sendable {
  private let listener: Listener
  private let container: Container
  private let isStopping = Atomic(false)
  private let connections = DispatchGroup()
  private let requests = Census()

  var port: UInt16 { listener.port }

  /// - Parameter assembly: what the server is made of.
  init(port: UInt16, _ assembly: ServerAssembly) throws {
    listener = try Listener(port: port)
    container = try Container(assembly)
    try container.validate()
    container.seal()
  }

  /// Accepts until it is stopped, and returns when the last connection has ended.
  private func run() {
    while !isStopping.load(ordering: .acquiring) { accept(within: 50) }
    while accept(within: 0) {}  // who came before the end is let in
    Foundation.close(listener.descriptor)
    connections.wait()
  }

  /// Serves until SIGTERM, and says what was counted; answers whether all is well.
  static func serve(on port: UInt16) async throws -> Bool {
    let assembly = ServerAssembly(objects: Census(), sessions: Census())
    let (requests, isClean) = try await serve(on: port, assembly)
    let (objects, sessions) = (assembly.objects, assembly.sessions)
    // The last thread lets go of the server a moment after it has said that it is done. What leaks is still there after any time.
    for _ in 0..<500 where objects.alive > 0 { try await Task.sleep(for: .milliseconds(10)) }
    print("requests \(requests.total), unanswered \(requests.alive), scopes open \(sessions.alive), objects alive \(objects.alive)")
    return isClean && requests.alive == 0 && sessions.total == requests.total && sessions.alive == 0 && objects.alive == 0
  }

  /// The server and its container are gone when this returns.
  private static func serve(on port: UInt16, _ assembly: ServerAssembly) async throws -> (requests: Census, isClean: Bool) {
    let server = try Server(port: port, assembly)
    let termination = Termination { [weak server] in server?.stop() }
    print("listening on 127.0.0.1:\(server.port)")
    fflush(nil)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        server.run()
        continuation.resume()
      }
    }
    withExtendedLifetime(termination) {}
    return (server.requests, try await server.container.shutdown(deadline: .seconds(10)).isClean)
  }

  private func stop() { isStopping.store(true, ordering: .releasing) }

  @discardableResult
  private func accept(within milliseconds: Int32) -> Bool {
    guard let descriptor = listener.accept(within: milliseconds) else { return false }
    connections.enter()
    Thread.detachNewThread { [self] in
      serve(Connection(descriptor))
      connections.leave()
    }
    return true
  }

  private func serve(_ connection: consuming Connection) {
    var quiet = 0
    while true {
      switch connection.next(within: 50) {
      case .ended: return
      case .nothingYet:
        // Who has a request under way when the end comes gets its answer; who has none for this long has none.
        quiet = isStopping.load(ordering: .acquiring) ? quiet + 1 : 0
        if quiet == 10 { return }
      case .head(let head):
        requests.wasBorn()
        let request = Request(head: head)
        let isLast = isStopping.load(ordering: .acquiring) || request?.isLast != false
        if connection.send(answer(request).text(closing: isLast)) { requests.isGone() }
        if isLast { return }
      }
    }
  }

  private func answer(_ request: Request?) -> Response {
    container.withScope { scope in
      do {
        let handler = try scope.resolve(Handler.self)
        guard let request else { return Response(status: "400 Bad Request", body: "") }
        return handler.answer(request)
      } catch {
        return Response(status: "500 Internal Server Error", body: "\(error)\n")
      }
    }
  }
}

/// Answers a request; one for each.
package final class Handler: Sendable {
  private let request: Request
  private let greeter: Greeter
  private let connection: ConnectionLog
  private let counters: Counters

  package init(request: Request, greeter: Greeter, connection: ConnectionLog, counters: Counters) {
    self.request = request
    self.greeter = greeter
    self.connection = connection
    self.counters = counters
    counters.objects.wasBorn()
  }

  deinit { counters.objects.isGone() }

  package func respond() async throws -> Response {
    let parts = request.path.split(separator: "/").map(String.init)
    let headers = ["Request-Number": "\(connection.nextRequest())"]
    if request.method != "GET" { return Response(status: "405 Method Not Allowed", headers: headers, body: .text("")) }
    if parts.count == 2, parts[0] == "hello" {
      return Response(headers: headers, body: .text(try await greeter.greet(parts[1])))
    }
    if parts.count == 3, parts[0] == "greetings", let count = Int(parts[2]), count > 0 {
      return Response(headers: headers, body: greetings(of: parts[1], count))
    }
    return Response(status: "404 Not Found", headers: headers, body: .text(""))
  }

  private func greetings(of name: String, _ count: Int) -> Response.Body {
    .stream { write in
      for _ in 1...count { try await write(try await self.greeter.greet(name)) }
    }
  }
}

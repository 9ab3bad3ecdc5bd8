/// Hands a part of a body to the client, and suspends until there is room for more.
package typealias Write = (String) async throws -> Void

/// Writes a body, part by part, on the actor that asks for it.
package typealias Parts = nonisolated(nonsending) @Sendable (Write) async throws -> Void

/// An answer.
package struct Response: Sendable {
  package enum Body: Sendable {
    case text(String)
    /// Writes the body, part by part. The server calls it once, whatever happens to the connection.
    case stream(Parts)
  }

  package let status: String
  package let headers: [String: String]
  package let body: Body

  package init(status: String = "200 OK", headers: [String: String] = [:], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The same response, after which `end` runs: after the last part of a streamed body, with the error that broke it off if there is one, and at once
  /// after a text.
  nonisolated(nonsending) func ended(by end: @escaping @Sendable ((any Error)?) async throws -> Void) async throws -> Response {
    guard case .stream(let parts) = body else {
      try await end(nil)
      return self
    }
    return Response(
      status: status, headers: headers,
      body: .stream { write in
        do {
          try await parts(write)
        } catch {
          try await end(error)
          throw error
        }
        try await end(nil)
      })
  }

  /// - Parameter isLast: says that the connection ends with it.
  func head(isLast: Bool) -> String {
    var text = "HTTP/1.1 \(status)\r\nConnection: \(isLast ? "close" : "keep-alive")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    return switch body {
    case .text(let body): text + "Content-Length: \(body.utf8.count)\r\n\r\n"
    case .stream: text + "Transfer-Encoding: chunked\r\n\r\n"
    }
  }

  func send(isLast: Bool, _ send: Write) async throws {
    switch body {
    case .text(let body): try await send(head(isLast: isLast) + body)
    case .stream(let parts):
      var head = head(isLast: isLast)
      try await parts { part in
        try await send("\(head)\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n")
        head = ""
      }
      try await send("\(head)0\r\n\r\n")
    }
  }
}

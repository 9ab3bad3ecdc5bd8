/// An answer.
struct Response: Sendable {
  let status: String
  let body: String

  /// - Parameter closing: says that the connection ends with it.
  func text(closing: Bool) -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: \(closing ? "close" : "keep-alive")\r\n\r\n\(body)"
  }
}

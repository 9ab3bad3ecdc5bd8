/// A request's first line, and whether it is the last of its connection; there are no bodies here.
struct Request: Sendable {
  let method: String
  let path: String
  /// The client waits for the connection to close behind the answer.
  let isLast: Bool

  init?(head: String) {
    let lines = head.split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    path = String(words[1])
    let headers = lines.dropFirst().map { $0.lowercased().filter { $0 != " " } }
    isLast = words[2] == "HTTP/1.0" ? !headers.contains("connection:keep-alive") : headers.contains("connection:close")
  }
}

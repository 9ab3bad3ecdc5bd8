/// A request's first line and headers; there are no bodies here.
package struct Request: Sendable {
  package let method: String
  package let path: String
  /// By names in lower case.
  package let headers: [String: String]
  /// The client waits for the connection to close behind the answer.
  let isLast: Bool

  package init(_ path: String, method: String = "GET", headers: [String: String] = [:], isLast: Bool = false) {
    self.method = method
    self.path = path
    self.headers = headers
    self.isLast = isLast
  }

  init?(head: String) {
    let lines = head.split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let connection = headers["connection"]?.lowercased()
    self.init(
      String(words[1]), method: String(words[0]), headers: headers,
      isLast: words[2] == "HTTP/1.0" ? connection != "keep-alive" : connection == "close")
  }
}

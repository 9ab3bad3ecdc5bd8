/// A request's first line; there are no bodies here.
struct Request: Sendable {
  let method: String
  let path: String

  init?(head: String) {
    let words = head.prefix { $0 != "\r\n" && $0 != "\n" }.split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    path = String(words[1])
  }
}

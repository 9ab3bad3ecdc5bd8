/// A guest who counts the greetings, and so knows what the server must answer.
package struct Guest: Sendable {
  package let name: String
  /// How many greetings the guest has had. The server has committed as many.
  package private(set) var visits = 0

  package init(_ name: String) {
    self.name = name
  }

  /// Where the guest gets one greeting.
  package var path: String { "/hello/\(name)" }

  /// Where the guest gets several greetings, as a stream.
  package func path(toStreamOf count: Int) -> String { "/greetings/\(name)/\(count)" }

  /// Takes an answer with so many greetings; false if they are not the next ones.
  package mutating func takes(_ greetings: [String], _ count: Int = 1) -> Bool {
    guard greetings == (1...count).map({ "Hello, \(name)! \(visits + $0)\n" }) else { return false }
    visits += count
    return true
  }
}

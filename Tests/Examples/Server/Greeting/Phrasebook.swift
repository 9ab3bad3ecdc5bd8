/// How a guest is greeted; one for the whole server.
package protocol Phrasebook: Sendable {
  func greeting(of name: String) -> String
}

package struct EnglishPhrasebook: Phrasebook {
  package init() {}

  package func greeting(of name: String) -> String { "Hello, \(name)!" }
}

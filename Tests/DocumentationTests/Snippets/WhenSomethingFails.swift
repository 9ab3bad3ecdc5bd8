import Foundation
import Holdfast
import Testing

/// The examples of the article "When something fails", as they stand there.
@Suite("When something fails")
struct WhenSomethingFails {
  struct Account: Sendable {
    let owner: String
  }

  struct SignedOut: Error {}

  func owner(in container: Container) throws -> String {
    do {
      return try container.resolve(Account.self).owner
    } catch {
      switch error.code {  // the compiler knows that it is a ResolutionError
      case .notRegistered: return "no owner"
      case .factoryFailed where error.underlying is SignedOut: return "a guest"
      default: throw error
      }
    }
  }

  func welcome(in container: Container) -> String {
    container.withCurrent {
      do throws(ResolutionError) {
        return "Hello, \(try container.resolve(Account.self).owner)"
      } catch {
        return error.code == .notRegistered ? "Hello" : error.message
      }
    }
  }

  struct Statement: Sendable {
    let account: Account
  }

  @Test("each code is caught as the article says")
  func caught() throws {
    let container = Container()
    #expect(try owner(in: container) == "no owner")
    #expect(welcome(in: container) == "Hello")
    try container.register(Account.self) { _ in throw SignedOut() }
    #expect(try owner(in: container) == "a guest")
    try container.register(Account.self) { _ in throw CancellationError() }
    let error = #expect(throws: ResolutionError.self) { try owner(in: container) }
    #expect(error?.code == .factoryFailed)
    try container.register(Account.self, instance: Account(owner: "Ada"))
    #expect(try owner(in: container) == "Ada")
    #expect(welcome(in: container) == "Hello, Ada")
  }

  @Test("the text of the article is what is thrown")
  func text() throws {
    let container = try Container()
      .register(Account.self, fileID: "Bank/Bank.swift", line: 12, factory: { _ in throw SignedOut() })
      .register(Statement.self) { r in Statement(account: try r.resolve()) }
    let error = try #require(throws: ResolutionError.self) { try container.resolve(Statement.self) }
    let quoted = try Article.named("WhenSomethingFails").blocks.filter { $0.language == "text" }.map(\.text)
    #expect(quoted == [error.description.replacing("DocumentationTests.WhenSomethingFails.", with: "Bank.")])
  }

  @Test("every code stands in the article's table, and the table has no other")
  func codes() throws {
    let sources = try Self.files.map { try String(contentsOf: Article.root.appendingPathComponent($0), encoding: .utf8) }.joined()
    let declared = Set(sources.matches(of: /public static let (\w+) = (?:ResolutionError\.)?Code/).map { String($0.1) })
    #expect(declared.count > 10)
    let rows = try Article.named("WhenSomethingFails").text.split(separator: "\n").filter { $0.hasPrefix("| `.") }
    let named = rows.flatMap { row in row.split(separator: "|")[0].matches(of: /`\.(\w+)`/).map { String($0.1) } }
    #expect(Set(named) == declared)
    #expect(named.count == declared.count)
  }

  private static let files = [
    "Sources/Holdfast/Vocabulary/ResolutionError+Code.swift", "Sources/HoldfastCompatibility/ResolverChain.swift",
    "Sources/HoldfastComposition/ResolutionError+Code.swift", "Sources/HoldfastDefinitions/ResolutionError+Code.swift",
  ]
}

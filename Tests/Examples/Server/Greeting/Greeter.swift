/// Greets, and counts each visit in the request's transaction; one for each request.
package final class Greeter: Sendable {
  private let phrasebook: any Phrasebook
  private let transaction: Transaction

  package init(phrasebook: any Phrasebook, transaction: Transaction) {
    self.phrasebook = phrasebook
    self.transaction = transaction
  }

  func greet(_ name: String) async throws -> String {
    let number = await transaction.visit(of: name)
    guard name != "stranger" else { throw Unwelcome() }
    return "\(phrasebook.greeting(of: name)) \(number)\n"
  }

  struct Unwelcome: Error {}
}

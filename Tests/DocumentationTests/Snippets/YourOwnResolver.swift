import Holdfast
import Testing

/// The examples of the article "Writing a resolver of your own", as they stand there.
@Suite("Writing a resolver of your own")
struct YourOwnResolver {
  protocol Payments: Sendable {
    var currency: String { get }
  }

  struct EuroPayments: Payments {
    let currency = "EUR"
  }

  struct Checkout: Sendable {
    let payments: any Payments
  }

  /// Has objects that exist already, and asks another container for the rest.
  struct ExistingObjects: Resolver, Sendable {
    let objects: [AnyKey: any Sendable]
    let rest: Container

    func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> T {
      if let object = existing(request) { return object }
      return try rest.resolve(request)
    }

    nonisolated(nonsending) func resolve<T>(
      _ request: ResolutionRequest<T>
    ) async throws(ResolutionError) -> T {
      if let object = existing(request) { return object }
      return try await rest.resolve(request)
    }

    func contains(_ key: AnyKey) -> Bool { objects[key] != nil || rest.contains(key) }

    private func existing<T>(_ request: ResolutionRequest<T>) -> T? {
      guard let object = objects[request.key] else { return nil }
      return object as? T
    }
  }

  func makeShop(with payments: any Payments) throws -> Container {
    let parent = ExistingObjects(
      objects: [AnyKey((any Payments).self): payments], rest: Container())
    return try Container(parent: parent) { batch in
      batch.register(Checkout.self) { r in Checkout(payments: try r.resolve()) }
    }
  }

  @Test("the parent's objects reach the child's factories, and what it lacks is not registered")
  func parent() throws {
    let shop = try makeShop(with: EuroPayments())
    #expect(try shop.resolve(Checkout.self).payments.currency == "EUR")
    #expect(shop.contains((any Payments).self))
    #expect(try shop.resolveIfRegistered(Int.self) == nil)
    let error = #expect(throws: ResolutionError.self) { try shop.resolve(Int.self) }
    #expect(error?.code == .notRegistered)
  }

  @Test("it answers tasks, too")
  func task() async throws {
    let shop = try makeShop(with: EuroPayments())
    let payments = try await shop.resolve((any Payments).self)
    #expect(payments.currency == "EUR")
  }

  @Test("a request that is passed on belongs to the scope that needs it")
  func scope() throws {
    let rest = try Container().register(Ticket.self, scope: .scoped) { _ in Ticket() }
    let child = Container(parent: ExistingObjects(objects: [:], rest: rest))
    try child.withScope { scope in
      let (first, second) = (try scope.resolve(Ticket.self), try scope.resolve(Ticket.self))
      #expect(first === second)
    }
  }

  private final class Ticket: Sendable {}
}

import ShopStorage

// What the shop sells with.

public protocol Payments: Sendable {
  func pay(_ cents: Int) -> String
}

public final class Receipt {  // not Sendable: its buyer keeps it
  public var text: String
  init(cents: Int, buyer: String, clock: any Clock) { text = "\(buyer) paid \(cents) at \(clock.hour)" }
}

public final class Till: Sendable {
  private let payments: any Payments
  private let receipt: @Sendable (Int, String) throws -> String
  init(payments: any Payments, receipt: @escaping @Sendable (Int, String) throws -> String) {
    (self.payments, self.receipt) = (payments, receipt)
  }
  public func buy(_ cents: Int, for buyer: String) throws -> String { try "\(payments.pay(cents)); \(receipt(cents, buyer))" }
}

struct TillCheck: Check {
  let till: Till
  var finding: String { "till is open" }
}

public struct User: Sendable, Equatable {
  public let id: Int
  public init(id: Int) { self.id = id }
}

public enum Language: String, Sendable {
  case english, latin
}

public final class Audit: Sendable {
  public let user: User
  init(user: User) { self.user = user }
}

public final class Transaction: Sendable {
  public let audit: Audit
  let pool: Pool
  init(audit: Audit, pool: Pool) { (self.audit, self.pool) = (audit, pool) }
  public func order() async { await pool.note("order of \(audit.user.id)") }
  func end(_ isComplete: Bool) async { await pool.note(isComplete ? "commit" : "roll back") }
}

public final class Reply {  // not Sendable
  public let text: String
  init(to user: User, in language: Language, from store: any Store) { text = "\(language) to \(store.name(of: user.id))" }
}

@MainActor public final class Summary {
  public let title: String
  init(of audit: Audit) { title = "what \(audit.user.id) did" }
}

/// A queue of orders, each of which is done as a request of its user.
public final class Orders: Sendable {
  private let place: @Sendable (User) async throws -> Void
  init(place: @escaping @Sendable (User) async throws -> Void) { self.place = place }
  public func take(_ users: [User]) async throws { for user in users { try await place(user) } }
}

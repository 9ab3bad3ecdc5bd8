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

public struct User: Sendable, Equatable {
  public let id: Int
  public init(id: Int) { self.id = id }
}

public final class Audit: Sendable {
  public let user: User
  init(user: User) { self.user = user }
}

public final class Transaction: Sendable {
  public let audit: Audit
  let pool: Pool
  init(audit: Audit, pool: Pool) { (self.audit, self.pool) = (audit, pool) }
}

public final class Reply {  // not Sendable
  public let text: String
  init(to user: User, from store: any Store) { text = "to \(store.name(of: user.id))" }
}

import Holdfast
public import HoldfastComposition
public import ShopStorage

/// A request of a user, in a language.
public struct Request: ComposedScope {
  public let user: User
  public let language: Language
  public init(user: User, language: Language) { (self.user, self.language) = (user, language) }
}

/// The objects of the ordering module. What has no value is what it requires.
public struct OrderingObjects: Composition {
  let payments: Need<any Payments>
  let clock: Need<any Clock>
  let store: Need<any Store>
  let pool: NeedAsync<Pool>

  public let receipt = Maker(taking: Int.self, String.self, \.clock) { Receipt(cents: $0, buyer: $1, clock: $2) }
  public let till = Shared(\.payments, \.receipt) { payments, receipt in
    Till(payments: payments) { try receipt.resolveNow($0, $1).text }
  }
  public let check = Shared<any Check>(\.till) { TillCheck(till: $0) }
  let request = Given<Request>()
  public let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
  public let transaction = ScopedAsync<Request, Transaction>(dispose: { await $0.end($1.error == nil) }, \.audit, \.pool) {
    Transaction(audit: $0, pool: $1)
  }
  public let reply = ScopedNew<Request, Reply>(\.request, \.store) { Reply(to: $0.user, in: $0.language, from: $1) }
  public let summary = ScopedOnMain<Request, Summary>(\.audit) { Summary(of: $0) }
  let scopes = Scopes()
  public let orders = Shared(\.scopes) { scopes in
    Orders { user in
      try await scopes.withScope(Request(user: user, language: .english)) { try await $0($1.transaction).order() }
    }
  }

  public init(payments: Need<any Payments>, clock: Need<any Clock>, store: Need<any Store>, pool: NeedAsync<Pool>) {
    (self.payments, self.clock, self.store, self.pool) = (payments, clock, store, pool)
  }
}

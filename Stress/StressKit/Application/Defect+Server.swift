import GreetingServer
import Holdfast
import HoldfastStress

extension Defect {
  /// Registers what makes the example server look as if the container had this defect.
  func plant(in container: Container, _ counters: Counters) throws {
    switch self {
    case .losesCommit:
      try container.unregister(Transaction.self)
      try container.register(Transaction.self, scope: .scoped(to: .request, dispose: { try await $0.rollBack() })) { r in
        Transaction(pool: try r.resolve(), logger: try r.resolve(), counters: try r.resolve())
      }
    case .sharesTransaction:
      try container.unregister(Transaction.self)
      try container.register(Transaction.self, scope: .singleton(dispose: { try await $0.commit() })) { r in
        Transaction(pool: try r.resolve(), logger: Logger(request: "all requests", sink: nil), counters: try r.resolve())
      }
    case .keepsHandler:
      try container.unregister(Handler.self)
      try container.register(
        Handler.self, scope: .scoped(to: .request),
        .async { r in
          let handler = Handler(
            request: try await r.resolve(), greeter: try await r.resolve(), connection: try await r.resolve(),
            counters: try await r.resolve())
          Self.kept.withLock { $0.append(handler) }
          return handler
        })
    default: break
    }
  }

  /// Handlers that outlive their requests, and the container.
  private static let kept = HoldfastStress.Locked<[Handler]>([])
}

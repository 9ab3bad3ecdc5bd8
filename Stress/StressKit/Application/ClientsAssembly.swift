import Holdfast

/// Other people's services.
struct ClientsAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [PlatformAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register(HTTPTransport.self, wiring: HTTPTransport.init)
    batch.register(RetryPolicy.self, wiring: RetryPolicy.init)
    batch.register(PaymentClient.self, wiring: PaymentClient.init)
    batch.register(MailClient.self, wiring: MailClient.init)
    batch.register(TextMessageClient.self, wiring: TextMessageClient.init)
    batch.register((any Notifier).self, wiring: CustomerNotifier.init)
    batch.register(GeocodingClient.self, wiring: GeocodingClient.init)
    batch.register(TaxClient.self, wiring: TaxClient.init)
    batch.register(ShippingClient.self, wiring: ShippingClient.init)
    batch.register(ExchangeRates.self, asyncWiring: ExchangeRates.fetch)
    batch.register((any HealthCheck).self, named: "transport", wiring: TransportCheck.init)
  }
}

package final class HTTPTransport: Resource {
  let configuration: Configuration
  let life: Life

  init(_ configuration: Configuration, _ metrics: Metrics) {
    self.configuration = configuration
    life = metrics.begin()
  }
}

struct RetryPolicy: Sendable {
  let configuration: Configuration
  let clock: any WallClock
}

package struct PaymentClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
  let retries: RetryPolicy
}

package struct MailClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
}

package struct TextMessageClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
}

package protocol Notifier: Sendable {}

struct CustomerNotifier: Notifier {
  let mail: MailClient
  let messages: TextMessageClient
  let flags: FeatureFlags
}

package struct GeocodingClient: Sendable {
  let transport: HTTPTransport
  let limiter: RateLimiter
}

package struct TaxClient: Sendable {
  let transport: HTTPTransport
  let geocoding: GeocodingClient
}

package struct ShippingClient: Sendable {
  let transport: HTTPTransport
  let geocoding: GeocodingClient
  let retries: RetryPolicy
}

package struct ExchangeRates: Sendable {
  let transport: HTTPTransport

  static func fetch(_ transport: HTTPTransport, _ logger: Logger) async -> ExchangeRates {
    await Task.yield()
    return ExchangeRates(transport: transport)
  }
}

struct TransportCheck: HealthCheck {
  let transport: HTTPTransport
}

import Holdfast

/// Other people's services.
struct ClientsAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [PlatformAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register(HTTPTransport.self, .wired(HTTPTransport.init))
    batch.register(RetryPolicy.self, .wired(RetryPolicy.init))
    batch.register(PaymentClient.self, .wired(PaymentClient.init))
    batch.register(MailClient.self, .wired(MailClient.init))
    batch.register(TextMessageClient.self, .wired(TextMessageClient.init))
    batch.register((any Notifier).self, .wired(CustomerNotifier.init))
    batch.register(GeocodingClient.self, .wired(GeocodingClient.init))
    batch.register(TaxClient.self, .wired(TaxClient.init))
    batch.register(ShippingClient.self, .wired(ShippingClient.init))
    batch.register(ExchangeRates.self, .asyncWired(ExchangeRates.fetch))
    batch.register((any HealthCheck).self, named: "transport", .wired(TransportCheck.init))
  }
}

final class HTTPTransport: Resource {
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

struct PaymentClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
  let retries: RetryPolicy
}

struct MailClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
}

struct TextMessageClient: Sendable {
  let transport: HTTPTransport
  let secrets: Secrets
}

protocol Notifier: Sendable {}

struct CustomerNotifier: Notifier {
  let mail: MailClient
  let messages: TextMessageClient
  let flags: FeatureFlags
}

struct GeocodingClient: Sendable {
  let transport: HTTPTransport
  let limiter: RateLimiter
}

struct TaxClient: Sendable {
  let transport: HTTPTransport
  let geocoding: GeocodingClient
}

struct ShippingClient: Sendable {
  let transport: HTTPTransport
  let geocoding: GeocodingClient
  let retries: RetryPolicy
}

struct ExchangeRates: Sendable {
  let transport: HTTPTransport

  static func fetch(_ transport: HTTPTransport, _ logger: Logger) async -> ExchangeRates {
    await Task.yield()
    return ExchangeRates(transport: transport)
  }
}

struct TransportCheck: HealthCheck {
  let transport: HTTPTransport
}

import Holdfast

/// Configuration, secrets, logging: what everything stands on.
struct PlatformAssembly: Assembly {
  let metrics: Metrics

  func register(in batch: Batch) {
    batch.register(Configuration.self, wiring: Configuration.init)
    batch.register(Secrets.self, wiring: Secrets.init)
    batch.register((any WallClock).self, wiring: SystemClock.init)
    batch.register(LogSink.self, wiring: LogSink.init)
    batch.register(Logger.self, wiring: Logger.init)
    batch.register(Metrics.self, instance: metrics)
    batch.register(Tracer.self, wiring: Tracer.init)
    batch.register(FeatureFlags.self, wiring: FeatureFlags.init)
    batch.register(IdentifierSource.self, wiring: IdentifierSource.init)
    batch.register(ErrorReporter.self, wiring: ErrorReporter.init)
    batch.register(RateLimiter.self, wiring: RateLimiter.init)
  }
}

final class Configuration: Sendable {}

struct Secrets: Sendable {
  let configuration: Configuration
}

protocol WallClock: Sendable {}

struct SystemClock: WallClock {}

struct LogSink: Sendable {
  let configuration: Configuration
}

final class Logger: Sendable {
  let sink: LogSink
  let clock: any WallClock

  init(sink: LogSink, clock: any WallClock) {
    self.sink = sink
    self.clock = clock
  }
}

struct Tracer: Sendable {
  let logger: Logger
  let clock: any WallClock
}

struct FeatureFlags: Sendable {
  let configuration: Configuration
  let logger: Logger
}

struct IdentifierSource: Sendable {
  let clock: any WallClock
}

struct ErrorReporter: Sendable {
  let logger: Logger
  let tracer: Tracer
}

struct RateLimiter: Sendable {
  let configuration: Configuration
  let clock: any WallClock
}

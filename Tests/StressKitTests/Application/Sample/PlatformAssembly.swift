import Holdfast

/// Configuration, secrets, logging: what everything stands on.
struct PlatformAssembly: Assembly {
  let metrics: Metrics

  func register(in batch: Batch) {
    batch.register(Configuration.self, .wired(Configuration.init))
    batch.register(Secrets.self, .wired(Secrets.init))
    batch.register((any WallClock).self, .wired(SystemClock.init))
    batch.register(LogSink.self, .wired(LogSink.init))
    batch.register(Logger.self, .wired(Logger.init))
    batch.register(Metrics.self, instance: metrics)
    batch.register(Tracer.self, .wired(Tracer.init))
    batch.register(FeatureFlags.self, .wired(FeatureFlags.init))
    batch.register(IdentifierSource.self, .wired(IdentifierSource.init))
    batch.register(ErrorReporter.self, .wired(ErrorReporter.init))
    batch.register(RateLimiter.self, .wired(RateLimiter.init))
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

import Holdfast

/// Configuration, secrets, logging: what everything stands on.
struct PlatformAssembly: Assembly {
  let metrics: Metrics

  func register(in batch: Batch) {
    batch
      .register(Configuration.self, wiring: Configuration.init)
      .register(Secrets.self, wiring: Secrets.init)
      .register((any WallClock).self, wiring: SystemClock.init)
      .register(LogSink.self, wiring: LogSink.init)
      .register(Logger.self, wiring: Logger.init)
      .register(Metrics.self, instance: metrics)
      .register(Tracer.self, wiring: Tracer.init)
      .register(FeatureFlags.self, wiring: FeatureFlags.init)
      .register(IdentifierSource.self, wiring: IdentifierSource.init)
      .register(ErrorReporter.self, wiring: ErrorReporter.init)
      .register(RateLimiter.self, wiring: RateLimiter.init)
  }
}

package final class Configuration: Sendable {}

package struct Secrets: Sendable {
  let configuration: Configuration
}

package protocol WallClock: Sendable {}

struct SystemClock: WallClock {}

package struct LogSink: Sendable {
  let configuration: Configuration
}

package final class Logger: Sendable {
  let sink: LogSink
  let clock: any WallClock

  init(sink: LogSink, clock: any WallClock) {
    self.sink = sink
    self.clock = clock
  }
}

package struct Tracer: Sendable {
  let logger: Logger
  let clock: any WallClock
}

package struct FeatureFlags: Sendable {
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

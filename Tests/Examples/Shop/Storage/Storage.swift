import Synchronization

// What the shop keeps its data in: plain Swift that knows no container.

public struct Config: Sendable {
  public var url = "db://live"
}

public protocol Clock: Sendable {
  var hour: Int { get }
}

public struct FixedClock: Clock {
  public let hour: Int
  public init(hour: Int) { self.hour = hour }
}

public final class Log: Sendable {
  private let kept = Mutex<[String]>([])
  public var lines: [String] { kept.withLock { $0 } }
  public init() {}
  public func note(_ line: String) { kept.withLock { $0.append(line) } }
}

public protocol Store: Sendable {
  func name(of user: Int) -> String
}

final class DiskStore: Store {
  private let config: Config
  private let clock: any Clock
  init(config: Config, clock: any Clock) { (self.config, self.clock) = (config, clock) }
  func name(of user: Int) -> String { "user \(user) at \(clock.hour)" }
}

public actor Pool {
  public let url: String
  private init(_ url: String) { self.url = url }
  public static func connect(_ config: Config) async throws -> Pool { Pool(config.url) }
  public func close() {}
}

public final class PageCache: Sendable {}

/// Keeps one set of files in step.
@globalActor public actor FileActor {
  public static let shared = FileActor()
}

@FileActor public final class Files {
  public let root: String
  init(root: String) { self.root = root }
}

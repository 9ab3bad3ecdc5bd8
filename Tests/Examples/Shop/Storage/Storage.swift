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
  /// What was done with its transactions, and whether it was closed.
  public private(set) var history: [String] = []
  private init(_ url: String) { self.url = url }
  public static func connect(_ config: Config) async throws -> Pool { Pool(config.url) }
  public func note(_ line: String) { history.append(line) }
  public func close() { history.append("close") }
}

public final class PageCache: Sendable {}

/// Shows the pages that are cached now, also after they were dropped.
public final class Catalog: Sendable {
  private let cached: @Sendable () throws -> PageCache
  init(_ cached: @escaping @Sendable () throws -> PageCache) { self.cached = cached }
  public func pages() throws -> PageCache { try cached() }
}

/// Keeps one set of files in step.
@globalActor public actor FileActor {
  public static let shared = FileActor()
}

@FileActor public final class Files {
  public let root: String
  init(root: String) { self.root = root }
  public func page(_ number: Int) -> String { "\(root)/\(number)" }
}

/// What tells how a module is.
public protocol Check: Sendable {
  var finding: String { get }
}

struct StoreCheck: Check {
  let store: any Store
  var finding: String { "store knows \(store.name(of: 0))" }
}

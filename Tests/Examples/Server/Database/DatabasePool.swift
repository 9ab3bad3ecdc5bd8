package import Foundation

/// A few connections to a database that counts visits by name. It is one file, with a line for each transaction and name.
///
/// Opening it reads the file, so it is made asynchronously: before the first request, by warming up.
package actor DatabasePool {
  private var free: [DatabaseConnection]
  private var waiting: [CheckedContinuation<DatabaseConnection, Never>] = []
  private nonisolated let counts: Locked<[String: Int]>

  package init(opening url: URL, connections: Int = 4) async throws {
    free = try (0..<connections).map { _ in try DatabaseConnection(url) }
    var counts: [String: Int] = [:]
    // Not by `String(contentsOf:)`, which leaks its buffer where the file is empty (Swift 6.3 on Linux).
    let content = try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let visits = Int(words[1]) else { throw CocoaError(.fileReadCorruptFile) }
      counts[String(words[0]), default: 0] += visits
    }
    self.counts = Locked(counts)
  }

  /// How many visits of this name were committed.
  nonisolated package func visits(of name: String) -> Int { counts.withLock { $0[name, default: 0] } }

  /// Suspends while all connections are taken.
  func take() async -> DatabaseConnection {
    if let connection = free.popLast() { return connection }
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// Takes a connection back, after it has written how many visits each name has had more.
  func giveBack(_ connection: DatabaseConnection, writing visits: [String: Int] = [:]) throws {
    defer {
      if waiting.isEmpty { free.append(connection) } else { waiting.removeFirst().resume(returning: connection) }
    }
    guard !visits.isEmpty else { return }
    try connection.append(visits.map { "\($0.key) \($0.value)\n" }.joined())
    counts.withLock { $0.merge(visits, uniquingKeysWith: +) }
  }

  /// Closes the file. The transactions have ended before.
  package func close() { free = [] }
}

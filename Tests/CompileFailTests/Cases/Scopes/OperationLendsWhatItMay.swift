// An operation runs on its caller's actor, and may lend what that actor owns only to code that stays there.
import Holdfast

private final class Connection {
  private var rows: [String] = []

  func write(_ row: String) async { rows.append(row) }
  nonisolated(nonsending) func writeHere(_ row: String) async { rows.append(row) }
}

@MainActor
private final class Page {
  private let connection = Connection()

  func load(_ container: Container) async {
    await container.withScope { _ in
      // compiles: await connection.writeHere("row")
      // refused: sending 'self.connection' risks causing data races
      await connection.write("row")
    }
  }
}

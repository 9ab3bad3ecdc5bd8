import HoldfastComposition
import XCTest

/// A composition of its own for each test of XCTest, as in previews.
final class XCTestOverrideTests: XCTestCase {
  private func makeApp(hour: Int) throws -> Composed<AppObjects> {
    try Composed({ AppObjects() }) { override, app in
      override(app.storage.clock) { FixedClock(hour: hour) }
      override(app.storage.pool) { Pool(url: "test") }
    }
  }

  func testSynchronously() throws {
    let app = try makeApp(hour: 6)
    XCTAssertEqual(try app.payments().pay(1), "paid 1 at 6")
  }

  func testInATask() async throws {
    let app = try makeApp(hour: 7)
    let url = try await app.storage.pool().url
    XCTAssertEqual(url, "test")
    let title = try await app.accounts.profile(3).title
    XCTAssertEqual(title, "user 3 at 7 in dark")
    try await app.shutdown()
  }
}

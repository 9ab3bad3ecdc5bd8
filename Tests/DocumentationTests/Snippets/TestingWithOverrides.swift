// swift-format-ignore-file: NeverUseForceTry

import Holdfast
import HoldfastTesting
import Testing
import XCTest

// The examples of the article "Testing with overrides", as they stand there.

protocol Clock: Sendable {
  var hour: Int { get }
}

struct WallClock: Clock {
  var hour: Int { 12 }
}

struct StoppedClock: Clock {
  let hour: Int
}

struct Salutation: Sendable {
  let clock: any Clock
  var text: String { clock.hour < 12 ? "Good morning" : "Good day" }
}

func makeApp() throws -> Container {
  try Container { batch in
    batch.register((any Clock).self) { _ in WallClock() }
    batch.register(Salutation.self) { r in Salutation(clock: try r.resolve()) }
  }
}

let app = try! makeApp()

func makeAppWithoutClock() throws -> Container {
  let container = try makeApp()
  try container.unregister((any Clock).self)
  return container
}

@Suite(
  .overrides(of: app) {
    $0.register((any Clock).self, instance: StoppedClock(hour: 8))
  })
struct Mornings {
  @Test
  func greeting() throws {
    #expect(try app.resolve(Salutation.self).text == "Good morning")
  }

  @Test
  func greetingOfATask() async throws {
    let salutation = try await app.resolve(Salutation.self)
    #expect(salutation.text == "Good morning")
  }
}

func greetsInTheMorning() throws -> String {
  try app.withOverrides({
    $0.register((any Clock).self, instance: StoppedClock(hour: 8))
  }) {
    try app.resolve(Salutation.self).text
  }
}

final class SalutationTests: XCTestCase {
  private var container = Container()

  override func setUp() async throws {
    container = try Container(overriding: app) {
      $0.register((any Clock).self, instance: StoppedClock(hour: 8))
    }
  }

  override func tearDown() async throws {
    // Disposes of what the test built; the app's container is left alone.
    try await container.shutdown()
  }

  func testGreeting() throws {
    XCTAssertEqual(try container.resolve(Salutation.self).text, "Good morning")
  }
}

final class MorningTests: XCTestCase {
  override func invokeTest() {
    app.withOverrides({
      $0.register((any Clock).self, instance: StoppedClock(hour: 8))
    }) {
      super.invokeTest()
    }
  }

  func testGreeting() throws {
    XCTAssertEqual(try app.resolve(Salutation.self).text, "Good morning")
  }
}

func greetsElsewhere() async throws -> String {
  let layers = OverrideLayers.current
  return try await Task.detached {
    try await layers.apply { try await app.resolve(Salutation.self).text }
  }.value
}

final class Recorder: Sendable {}

@Test
func salutationsAreNotKept() throws {
  try expectReleased {
    let container = try Container { $0.register(Recorder.self) { _ in Recorder() } }
    _ = try container.resolve(Recorder.self)
    return container
  }
}

@Suite("Testing with overrides")
struct TestingWithOverrides {
  @Test
  func missing() throws {
    let container = try makeAppWithoutClock()
    #expect(try container.resolveIfRegistered((any Clock).self) == nil)
    #expect(throws: ResolutionError.self) { try container.resolve(Salutation.self) }
    #expect(app.contains((any Clock).self))
  }

  @Test
  func elsewhere() async throws {
    #expect(try greetsInTheMorning() == "Good morning")
    #expect(try app.resolveNow(Salutation.self).text == "Good day")
    let early = try await app.withOverrides({ $0.register((any Clock).self, instance: StoppedClock(hour: 8)) }) {
      try await greetsElsewhere()
    }
    #expect(early == "Good morning")
  }
}

import Holdfast

/// Time that passes for containers and not for the test. In release builds, which cannot let it pass, the test waits.
enum PassingTime {
  /// Lets as much time pass, again and again, while `body` waits for what comes of it. For the whole process: the test runs in one of its own, and says so: `ProcessClock.own()`.
  static func passes<Result>(_ duration: Duration, while body: () async throws -> Result) async throws -> Result {
    #if DEBUG
      let passing = Task.detached {
        while !Task.isCancelled {
          ProcessClock.pass(duration)
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      defer { passing.cancel() }
    #endif
    return try await body()
  }
}

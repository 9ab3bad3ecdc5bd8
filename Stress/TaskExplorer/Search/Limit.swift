/// When a search gives up.
package struct Limit: Sendable {
  package var schedules: Int
  package var time: Duration

  package init(schedules: Int = .max, time: Duration = .seconds(100_000)) {
    self.schedules = schedules
    self.time = time
  }
}

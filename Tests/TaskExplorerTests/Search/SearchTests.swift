import Synchronization
import TaskExplorer
import Testing

@Suite("Search")
struct SearchTests {
  /// Tasks that note their turns; each has `turns` of them.
  private func noting(_ orders: Notebook, tasks: Int, turns: Int) -> Scenario {
    Scenario("turns", "tasks take turns") { world in
      let order = Notebook()
      for task in 0..<tasks {
        world.spawn("task \(task)") {
          for turn in 0..<turns {
            if turn > 0 { await world.pause() }
            order.note("\(task)")
          }
        }
      }
      return { orders.note(order.all.joined()) }
    }
  }

  @Test("Every order of independent jobs is run exactly once", arguments: [(2, 2, 6), (3, 1, 6), (2, 3, 20), (3, 2, 90)])
  func everyOrderOnce(_ tasks: Int, _ turns: Int, _ expected: Int) {
    let orders = Notebook()
    let report = explore(noting(orders, tasks: tasks, turns: turns))
    #expect(report.isComplete && report.schedules == expected)
    #expect(Set(orders.all).count == expected)
  }

  @Test("A bound of deviations leaves the schedules out that have more of them", arguments: [(0, 1), (1, 6), (6, 20)])
  func bounded(_ bound: Int, _ expected: Int) {
    let report = explore(noting(Notebook(), tasks: 2, turns: 3), bound: bound)
    #expect(report.isComplete && report.kind == .bounded(bound))
    #expect(report.schedules == expected)
  }

  @Test("The same seed makes the same choices, another one makes others")
  func seeds() {
    let runs = [7, 7, 8].map { (seed: UInt64) in
      let orders = Notebook()
      let report = Search(JobScheduler(), isWholeProgram: false)
        .sample(noting(orders, tasks: 3, turns: 3), seed: seed, schedules: 50)
      #expect(report.finding == nil && report.schedules == 50)
      return orders.all
    }
    #expect(runs[0] == runs[1] && runs[0] != runs[2])
    #expect(Set(runs[0]).count > 25)
  }

  @Test("A random schedule that breaks a promise tells its seed, which shows it at once")
  func findsByChance() throws {
    let scenario = Scenario("rare", "task 2 comes before the others") { world in
      let order = Notebook()
      for task in 0..<3 { world.spawn("task \(task)") { order.note("\(task)") } }
      return { world.expect(order.all != ["2", "1", "0"], "the other way round") }
    }
    let search = Search(JobScheduler(), isWholeProgram: false)
    let finding = try #require(search.sample(scenario, seed: 1, schedules: 1000).finding)
    #expect(finding.problems == ["the other way round"])
    #expect(finding.choices == Choices([2, 1]))
    let seed = try #require(finding.seed)
    #expect(search.sample(scenario, seed: seed, schedules: 1).finding?.choices == finding.choices)
  }

  @Test("Choices that are not needed to break the promise are left out of what is printed")
  func simplified() throws {
    let scenario = Scenario("simple", "task 1 overtakes task 0; what else happens does not matter") { world in
      let order = Notebook()
      for task in 0..<2 { world.spawn("task \(task)") { order.note("\(task)") } }
      for task in 2..<5 { world.spawn("task \(task)") { await world.pause() } }
      return { world.expect(order.all != ["1", "0"], "overtaken") }
    }
    let report = Search(JobScheduler(), isWholeProgram: false).sample(scenario, seed: 3, schedules: 1000)
    #expect(report.finding?.choices.numbers.count { $0 > 0 } == 1)
  }

  @Test("A program that depends on something but the schedule is found out")
  func diverges() {
    let runs = Notebook()
    let scenario = Scenario("fickle", "starts another task every second time") { world in
      runs.note("")
      for task in 0..<(runs.all.count.isMultiple(of: 2) ? 2 : 3) { world.spawn("task \(task)") { await world.pause() } }
      return {}
    }
    #expect(explore(scenario).finding?.problems.contains { $0.contains("the same choices") } == true)
  }

  @Test("Jobs without an end are stopped")
  func endless() {
    let scenario = Scenario("endless", "never comes to rest") { world in
      world.spawn("runner") { while world.problems.isEmpty { await world.pause() } }
      return {}
    }
    #expect(explore(scenario).finding?.problems == ["the jobs do not come to an end"])
  }
}

/// What was noted, in order.
final class Notebook: Sendable {
  private let notes = Mutex<[String]>([])

  func note(_ text: String) { notes.withLock { $0.append(text) } }

  var all: [String] { notes.withLock { $0 } }
}

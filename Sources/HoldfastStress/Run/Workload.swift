public import Holdfast

/// Code that puts your container under load, with checks of its results.
///
/// The harness makes one for each run, and calls `turn` from several threads and `turnInTask` from several tasks at the same time, again and again
/// until its time is over:
///
/// ```swift
/// final class Checkouts: Workload {
///   static let name = "checkouts"
///   static let summary = "orders are placed while prices change"
///   private let container: Container
///
///   init(_ setting: Setting, _ container: Container) { self.container = container }
///
///   func turn(_ worker: Worker) throws {
///     let order = try container.resolve(Orders.self).place(amount: worker.random.below(100))
///     worker.check(order.total >= 0, "no-negative-total", "an order of \(order.total)")
///   }
/// }
/// try await stress(root, seconds: 10, workloads: [Checkouts.self])
/// ```
///
/// Make every random choice with `worker.random`, so that the seed repeats it. A failed check, or an error that a turn throws, is a finding of the
/// report. So is a run in which no factory of the container runs: it would prove nothing.
public protocol Workload: AnyObject, Sendable {
  /// The name on the command line and in reports.
  static var name: String { get }
  /// One line for the list.
  static var summary: String { get }

  /// Makes a fresh one, on a container of its own, which the harness shuts down when the run is over.
  init(_ setting: Setting, _ container: Container) throws

  /// One turn of a worker that is a thread. It may block.
  func turn(_ worker: Worker) throws

  /// One turn of a worker that is a task. It must not block. By default it calls `turn`.
  func turnInTask(_ worker: Worker) async throws

  /// Checks the results after all workers have finished. By default it checks nothing. The harness does not call it if a worker hangs.
  func finish(_ setting: Setting)
}

extension Workload {
  /// Calls `turn`.
  public func turnInTask(_ worker: Worker) async throws { try turn(worker) }

  /// Checks nothing.
  public func finish(_ setting: Setting) {}
}

extension Workload {
  /// This workload on one composition root.
  static func load(_ examination: Examination) -> Load {
    Load(name: name, summary: summary, mustBuild: true) { setting in
      let made = try MadeContainer(examination)
      let workload = try Self(setting, made.container)
      var performance = Performance(
        turn: { worker in
          worker.timed(worker.turn) {
            do { try workload.turn(worker) } catch { Self.note(error, worker) }
          }
          worker.turn += 1
          return true
        },
        turnInTask: { worker in
          await worker.timedInTask(worker.turn) {
            do { try await workload.turnInTask(worker) } catch { Self.note(error, worker) }
          }
          worker.turn += 1
          return true
        })
      performance.finish = {
        workload.finish(setting)
        setting.ledger.noteBuilds(UInt64(examination.canBuild ? made.log.runs : 1))
        Aftermath(examination, name).shutDown(made)
      }
      performance.report = {
        Stall(examination, name).explain(made, asked: [])
        return "\(made.container)"
      }
      return performance
    }
  }

  private static func note(_ error: any Error, _ worker: Worker) {
    worker.check(false, .noSurprise, "a turn failed: \(error)")
  }
}

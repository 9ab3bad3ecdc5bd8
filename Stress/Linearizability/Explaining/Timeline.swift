/// A short history as text: one column for each thread, one line for each call and each return, in the order of time.
///
/// ```
///     ns  thread 0                    thread 1
///      0  ┌ register
///     40  └ → generation 2
///     55                              ┌ resolve
///    120                              └ → 1.1          ✗
/// ```
public struct Timeline {
  private let events: [Event]
  private let failing: Event?

  /// - Parameter failing: the operation that is marked.
  public init(_ events: [Event], failing: Event? = nil) {
    self.events = events
    self.failing = failing
  }

  private struct Moment {
    let tick: UInt64
    let thread: Int
    let text: String
    let isReturn: Bool
  }

  /// The lines, the header first. Times count from the first call.
  public var lines: [String] {
    guard let origin = events.map(\.operation.start).min() else { return [] }
    let threads = Set(events.map(\.thread)).sorted()
    let moments = moments
    let width = max(24, moments.map { $0.text.count + 2 }.max() ?? 0)
    let lead = max(4, moments.map { "\($0.tick - origin)".count }.max() ?? 0)
    var lines = [row("ns", threads.map { "thread \($0)" }, lead, width)]
    for moment in moments {
      lines.append(row("\(moment.tick - origin)", threads.map { $0 == moment.thread ? moment.text : "" }, lead, width))
    }
    for event in events where event.operation.end == Operation.never {
      lines.append(row("…", threads.map { $0 == event.thread ? "  did not return" : "" }, lead, width))
    }
    return lines
  }

  private var moments: [Moment] {
    var moments: [Moment] = []
    for event in events {
      let operation = event.operation
      moments.append(Moment(tick: operation.start, thread: event.thread, text: "┌ \(operation.call)", isReturn: false))
      guard operation.end != Operation.never else { continue }
      let sign = event == failing ? "  ✗" : ""
      moments.append(Moment(tick: operation.end, thread: event.thread, text: "└ → \(operation.result)\(sign)", isReturn: true))
    }
    return moments.sorted { ($0.tick, $0.isReturn ? 1 : 0, $0.thread) < ($1.tick, $1.isReturn ? 1 : 0, $1.thread) }
  }

  private func row(_ time: String, _ cells: [String], _ lead: Int, _ width: Int) -> String {
    var line = String(repeating: " ", count: max(0, lead - time.count)) + time
    for cell in cells { line += "  " + cell + String(repeating: " ", count: max(0, width - cell.count)) }
    while line.last == " " { line.removeLast() }
    return line
  }
}

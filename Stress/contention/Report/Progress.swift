import HoldfastStress

/// Says on standard error what is being measured: one live line on a terminal, a line per family otherwise.
final class Progress {
  private let live = Console.error.isTerminal
  /// The last stage that was printed as a plain line; touched by the main thread only.
  private var lastStage = ""

  func step(_ stage: String, _ point: Point) {
    if live {
      let threads = point.threads > 1 ? ", \(point.threads) threads" : ""
      write("\r\u{1B}[K\(point.case.rawValue) · \(point.subject.rawValue)\(threads) · \(stage)")
    } else if stage.hasPrefix("setting up"), lastStage != point.case.rawValue {
      lastStage = point.case.rawValue
      write("measuring \(point.case.rawValue)\n")
    }
  }

  func finish() {
    if live { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    Console.error.write(text)
  }
}

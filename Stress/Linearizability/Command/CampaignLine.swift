import HoldfastStress

/// Shows how far a run is: a line that is redrawn on a terminal, a new line now and then elsewhere.
final class CampaignLine {
  private let console: Console
  private let goal: Int
  private var shown = 0.0

  init(console: Console, goal: Int) {
    self.console = console
    self.goal = goal
  }

  func draw(_ report: CampaignReport) {
    let text = report.progress(of: goal)
    if console.isTerminal {
      console.write("\r\u{1b}[K" + text)
    } else if report.seconds >= shown + Self.interval {
      shown = report.seconds
      console.line(text)
    }
  }

  func clear() {
    if console.isTerminal { console.write("\r\u{1b}[K") }
  }

  /// The seconds between two lines where there is no terminal.
  private static let interval = 1.0
}

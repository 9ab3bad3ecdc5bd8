/// The one line that is redrawn while a workload runs on a terminal; nothing where there is no terminal.
struct ProgressLine {
  let console: Console
  private let isLive: Bool

  init(console: Console) {
    self.console = console
    isLive = console.isTerminal
  }

  func draw(_ progress: Progress, place: Int, of count: Int) {
    guard isLive else { return }
    let counts = "\(Figures.count(Double(progress.operations))) operations  \(Figures.count(Double(progress.builds))) builds"
    let violations = "\(progress.violations) violations"
    let text = "[\(place)/\(count)] \(progress.workload)  \(Figures.seconds(progress.elapsed))  \(counts)  \(violations)"
    console.write("\r\u{1b}[K" + String(text.prefix(100)))
  }

  func clear() {
    if isLive { console.write("\r\u{1b}[K") }
  }
}

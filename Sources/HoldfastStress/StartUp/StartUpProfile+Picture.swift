import Holdfast

extension StartUpProfile {
  /// A picture as an SVG document. It shows when each factory can run at the earliest, with lines from its dependencies. The critical path is red.
  ///
  /// ```swift
  /// let report = try await stress(seconds: 5, touching: .everything) { try makeContainer() }
  /// try report.startUp?.svg.write(toFile: "start-up.svg", atomically: true, encoding: .utf8)
  /// ```
  ///
  /// `StressCommand` writes it with `--picture FILE`. Factories that take less than a hundredth of the whole are left out, unless they are on the
  /// critical path.
  public var svg: String { StartUpPicture(self).text }
}

/// Draws a start-up: a line for each factory, time to the right.
private struct StartUpPicture {
  private static let lineHeight = 26.0
  private static let barHeight = 16.0
  private static let top = 76.0
  private static let chart = 620.0
  /// What a letter of the labels is wide, about.
  private static let letter = 7.9
  private static let critical = "#c0392b"
  private static let other = "#8aa4bd"

  private let profile: StartUpProfile
  private let steps: [StartUpProfile.Step]
  private let line: [AnyKey: Int]
  private let left: Double

  init(_ profile: StartUpProfile) {
    self.profile = profile
    steps = profile.shown
    line = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.key, $0) })
    left = 24 + Self.letter * Double(steps.map { StartUpProfile.label($0).count }.max() ?? 0)
  }

  var text: String {
    let bottom = Self.top + Double(steps.count) * Self.lineHeight
    let (width, height) = (max(left + Self.chart + 90, 860), bottom + 62)
    let head =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(figure(width))" height="\#(figure(height))" "#
      + #"viewBox="0 0 \#(figure(width)) \#(figure(height))" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13">"#
    let background = ##"<rect width="100%" height="100%" fill="#ffffff"/>"##
    let parts = [[head, background], title, scale(to: bottom), needs, bars, legend(at: bottom + 42), ["</svg>", ""]]
    return parts.joined().joined(separator: "\n")
  }

  private var title: [String] {
    let cores = [2, 4, 8].map { "\($0) cores \(Figures.duration(profile.ideal(cores: $0)))" }.joined(separator: ", ")
    return [
      label("Start-up: which factory waits for which", 16, 26, #"font-size="16" font-weight="600""#),
      label(
        "one after the other \(Figures.duration(profile.total)), critical path \(Figures.duration(profile.criticalTime)); "
          + "at best on \(cores)", 16, 48, ##"fill="#555555""##),
    ]
  }

  /// Times under the chart, and a thin line up from each.
  private func scale(to bottom: Double) -> [String] {
    let step = Self.roundStep(profile.criticalTime / .seconds(1) / 6)
    let count = Int(profile.criticalTime / .seconds(1) / step)
    return (0...max(0, count)).flatMap { number in
      let time = Duration.seconds(Double(number) * step)
      return [
        path("M\(figure(place(time))) \(figure(Self.top - 8))V\(figure(bottom))", ##"stroke="#e4e4e4""##),
        label(
          number == 0 ? "0" : Figures.duration(time), place(time), bottom + 16, ##"text-anchor="middle" font-size="11" fill="#777777""##),
      ]
    }
  }

  /// One, two or five times a power of ten.
  private static func roundStep(_ seconds: Double) -> Double {
    guard seconds > 0 else { return 1 }
    var power = 1e-9
    while power * 10 <= seconds { power *= 10 }
    return power * (seconds < 2 * power ? 2 : seconds < 5 * power ? 5 : 10)
  }

  /// From the end of what a factory needs to its own start; those of the critical path last, above the others.
  private var needs: [String] {
    let pairs = steps.flatMap { step in step.needs.compactMap { need in line[need].map { (steps[$0], step) } } }
    let thin = pairs.filter { !isCritical($0, $1) }.map { connection($0, $1, #"stroke="\#(Self.other)" stroke-opacity="0.6""#) }
    let thick = pairs.filter(isCritical).map { connection($0, $1, #"stroke="\#(Self.critical)" stroke-width="2""#) }
    return thin + thick
  }

  private func isCritical(_ need: StartUpProfile.Step, _ step: StartUpProfile.Step) -> Bool {
    zip(profile.criticalPath, profile.criticalPath.dropFirst()).contains { $0.key == need.key && $1.key == step.key }
  }

  private func connection(_ need: StartUpProfile.Step, _ step: StartUpProfile.Step, _ style: String) -> String {
    let (from, to) = (place(need.earliest + need.own), place(step.earliest))
    let (above, below) = (middle(need), middle(step))
    // Down where the need ends, then to the right where its follower begins.
    return path("M\(figure(from)) \(figure(above))V\(figure(below))H\(figure(to))", style)
  }

  private var bars: [String] {
    steps.flatMap { step in
      let (start, length) = (place(step.earliest), max(1.5, place(step.earliest + step.own) - place(step.earliest)))
      let color = step.isCritical ? Self.critical : Self.other
      let (x, y) = (figure(start), figure(middle(step) - Self.barHeight / 2))
      return [
        label(StartUpProfile.label(step), left - 10, middle(step) + 4.5, #"text-anchor="end""#),
        #"<rect x="\#(x)" y="\#(y)" width="\#(figure(length))" height="\#(figure(Self.barHeight))" rx="2" fill="\#(color)"/>"#,
        label(Figures.duration(step.own), start + length + 6, middle(step) + 4, ##"font-size="11" fill="#555555""##),
      ]
    }
  }

  private func legend(at y: Double) -> [String] {
    let hidden = profile.steps.filter { line[$0.key] == nil }
    let time = Figures.duration(hidden.reduce(.zero) { $0 + $1.own })
    let rest = hidden.isEmpty ? "" : "; \(hidden.count) more, which take \(time) together, are not shown"
    return [
      #"<rect x="16" y="\#(figure(y - 10))" width="22" height="11" rx="2" fill="\#(Self.critical)"/>"#,
      label("on the critical path", 44, y, #"font-size="11""#),
      #"<rect x="170" y="\#(figure(y - 10))" width="22" height="11" rx="2" fill="\#(Self.other)"/>"#,
      label("may run at the same time as others\(rest)", 198, y, #"font-size="11""#),
    ]
  }

  // MARK: Places

  private func place(_ time: Duration) -> Double {
    profile.criticalTime > .zero ? left + time / profile.criticalTime * Self.chart : left
  }

  private func middle(_ step: StartUpProfile.Step) -> Double {
    Self.top + (Double(line[step.key] ?? 0) + 0.5) * Self.lineHeight
  }

  private func figure(_ value: Double) -> String { Figures.number(value, 1) }

  private func path(_ data: String, _ style: String) -> String { #"<path d="\#(data)" fill="none" \#(style)/>"# }

  private func label(_ text: String, _ x: Double, _ y: Double, _ style: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    return #"<text x="\#(figure(x))" y="\#(figure(y))" \#(style)>\#(escaped)</text>"#
  }
}

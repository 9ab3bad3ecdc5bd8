#if Exploration
  import HoldfastStress

  /// Which mutants were caught, by what and how fast; written as JSON with these fields.
  struct MutantReport: Encodable {
    struct Entry: Encodable {
      let name: String
      let defect: String
      let caught: Bool
      /// The rule that it broke, or how else it showed.
      let by: String
      let seconds: Double

      var line: String {
        if name == MutantReport.sound { return "\(name): \(caught ? "FALSE ALARM, \(by)" : "nothing to object to")" }
        return "\(name): \(caught ? "caught, \(by)" : "missed"), \(Figures.seconds(seconds)); \(defect)"
      }
    }

    let seed: UInt64
    let mutants: [Entry]

    /// What the code without a mutant is called.
    static let sound = "no mutant"

    private var broken: [Entry] { mutants.filter { $0.name != Self.sound } }

    /// Whether all mutants were caught, and the code without one was not.
    var isSound: Bool { mutants.allSatisfy { $0.caught == ($0.name != Self.sound) } }

    var summary: String { "mutants: \(broken.count(where: \.caught)) of \(broken.count) caught" }
  }
#endif

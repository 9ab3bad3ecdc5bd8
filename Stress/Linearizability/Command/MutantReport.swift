#if Exploration
  import HoldfastStress
  import Searching

  /// Which mutants were caught, by what and how fast; written as JSON with these fields.
  struct MutantReport: Encodable {
    struct Entry: DefectLook, Encodable {
      let name: String
      let defect: String
      let caught: Bool
      /// The rule that it broke, or how else it showed.
      let by: String
      let seconds: Double

      fileprivate var isBroken: Bool { name != MutantReport.sound }

      var isAsExpected: Bool { caught == isBroken }

      var line: String {
        if !isBroken { return "\(name): \(caught ? "FALSE ALARM, \(by)" : "nothing to object to")" }
        return "\(name): \(caught ? "caught, \(by)" : "missed"), \(Figures.seconds(seconds)); \(defect)"
      }
    }

    let seed: UInt64
    let mutants: [Entry]

    /// What the code without a mutant is called.
    static let sound = "no mutant"

    private var broken: [Entry] { mutants.filter(\.isBroken) }

    var summary: String { "mutants: \(broken.count(where: \.caught)) of \(broken.count) caught" }
  }
#endif

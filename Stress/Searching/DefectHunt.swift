package import HoldfastStress

/// What came of looking at a program with one planted defect, or at the sound one.
package protocol DefectLook {
  /// Whether a defect was found as it should be, or nothing where there is none.
  var isAsExpected: Bool { get }
}

/// Plants one defect after the other and looks for it: how each checker shows that it can fail.
///
/// What is planted may be a switch in the shipped code (a mutant), a container that is broken on purpose, or a difference in a model.
package struct DefectHunt<Defect> {
  private let planted: [Defect]
  private let interrupted: Flag?

  /// - Parameter interrupted: once it is set, no look begins.
  package init(_ planted: [Defect], interrupted: Flag? = nil) {
    self.planted = planted
    self.interrupted = interrupted
  }

  /// Looks for each on the calling thread; `tell` is called after each look.
  package func run<Look: DefectLook>(tell: (Look) -> Void = { _ in }, _ look: (Defect) throws -> Look) rethrows -> [Look] {
    var looks: [Look] = []
    for defect in planted where interrupted?.isSet != true {
      looks.append(try look(defect))
      tell(looks[looks.count - 1])
    }
    return looks
  }
}

extension Sequence where Element: DefectLook {
  /// Those that a checker should not be content with.
  package var missed: [Element] { filter { !$0.isAsExpected } }
}

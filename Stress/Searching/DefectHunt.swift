/// What came of looking at a program with one planted defect, or at the sound one.
package protocol DefectLook {
  /// Whether a defect was found as it should be, or nothing where there is none.
  var isAsExpected: Bool { get }
}

/// Plants one defect after the other and looks for it: how each checker shows that it can fail.
///
/// What is planted may be a switch in the shipped code (a mutant), something that is registered wrongly, or a difference in a model.
package struct DefectHunt<Defect> {
  private let planted: [Defect]

  package init(_ planted: [Defect]) {
    self.planted = planted
  }

  /// Looks for each on the calling thread; `tell` is called after each look.
  package func run<Look: DefectLook>(tell: (Look) -> Void = { _ in }, _ look: (Defect) throws -> Look) rethrows -> [Look] {
    try planted.map { defect in
      let look = try look(defect)
      tell(look)
      return look
    }
  }
}

extension Sequence where Element: DefectLook {
  /// Those that a checker should not be content with.
  package var missed: [Element] { filter { !$0.isAsExpected } }
}

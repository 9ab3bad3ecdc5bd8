/// Makes a sequence that shows something as short and as plain as it gets.
struct Shrinker {
  /// Whether a sequence still shows it.
  let shows: (CallSequence) -> Bool

  func shrink(_ sequence: CallSequence) -> CallSequence {
    var best = sequence
    while let better = improved(best) { best = better }
    return best
  }

  private func improved(_ sequence: CallSequence) -> CallSequence? {
    var size = max(1, sequence.steps.count / 2)
    while size >= 1 {
      for start in stride(from: 0, to: sequence.steps.count, by: size) {
        var shorter = sequence
        shorter.steps.removeSubrange(start..<min(start + size, sequence.steps.count))
        if shows(shorter) { return shorter }
      }
      size /= 2
    }
    if sequence.rejectsDuplicates {
      let plainer = CallSequence(sequence.steps)
      if shows(plainer) { return plainer }
    }
    for index in sequence.steps.indices {
      for plainer in plainer(sequence.steps[index]) where plainer != sequence.steps[index] {
        var candidate = sequence
        candidate.steps[index] = plainer
        if shows(candidate) { return candidate }
      }
    }
    return nil
  }

  /// The same step with one field set back; what is set back already stays as it is, so that shrinking ends.
  private func plainer(_ step: Step) -> [Step] {
    let plain = Step(step.verb)
    var all: [Step] = []
    func add(_ change: (inout Step) -> Void) {
      var other = step
      change(&other)
      all.append(other)
    }
    add { $0.target = plain.target }
    add { $0.key = plain.key }
    add { $0.kind = plain.kind }
    add { $0.needs = plain.needs }
    add { $0.flag = plain.flag }
    return all
  }
}

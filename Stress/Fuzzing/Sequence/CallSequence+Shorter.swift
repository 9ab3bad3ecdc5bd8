import Searching

extension CallSequence {
  /// Shorter and plainer sequences made of this one, for a shrinker: those first that leave out the most.
  var shorter: some Sequence<CallSequence> {
    let shorter = steps.indices.pieces.lazy.map { piece in
      var sequence = self
      sequence.steps.removeSubrange(piece)
      return sequence
    }
    let plainer = steps.indices.lazy.flatMap { index in
      steps[index].plainer.lazy.map { step in
        var sequence = self
        sequence.steps[index] = step
        return sequence
      }
    }
    return [AnySequence(shorter), AnySequence(rejectsDuplicates ? [CallSequence(steps)] : []), AnySequence(plainer)].lazy.flatMap { $0 }
  }
}

extension Step {
  /// The same step with one field set back that is not yet.
  fileprivate var plainer: [Step] {
    let plain = Step(verb)
    let changes: [(inout Step) -> Void] = [
      { $0.target = plain.target }, { $0.key = plain.key }, { $0.kind = plain.kind }, { $0.needs = plain.needs }, { $0.flag = plain.flag },
    ]
    return changes.map { change in
      var step = self
      change(&step)
      return step
    }
    .filter { $0 != self }
  }
}

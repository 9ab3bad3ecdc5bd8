package import HoldfastStress

extension Worker {
  /// Carries out a move on a thread, timed, under the watchdog's eyes.
  package func perform(_ move: Move, on stage: Stage) -> Outcome {
    switch move {
    case .resolve(let key, _):
      return timed(.resolve, key: key) {
        do throws(SubjectFailure) { return .instance(try stage.subject.resolve(key)) } catch { return .failed(error) }
      }
    case .change(let operation, let key, let body):
      return timed(operation, key: key) { changed(body, on: stage.subject) }
    case .meet(let last):
      pulse.begin(.meet, key: 0)
      defer { pulse.end() }
      return stage.gate.arriveOnThread(last: { betweenRounds(last, on: stage.subject) }) ? .done : .stopped
    }
  }

  /// Carries out a move in a task, timed, under the watchdog's eyes.
  package func performInTask(_ move: Move, on stage: Stage) async -> Outcome {
    switch move {
    case .resolve(let key, _):
      return await timedInTask(.resolve, key: key) {
        do throws(SubjectFailure) { return .instance(try await stage.subject.resolveInTask(key)) } catch { return .failed(error) }
      }
    case .change(let operation, let key, let body):
      return timed(operation, key: key) { changed(body, on: stage.subject) }
    case .meet(let last):
      pulse.begin(.meet, key: 0)
      defer { pulse.end() }
      return await stage.gate.arriveInTask(last: { betweenRounds(last, on: stage.subject) }) ? .done : .stopped
    }
  }

  private func changed(_ body: (any StressSubject) throws -> Void, on subject: any StressSubject) -> Outcome {
    do throws(SubjectFailure) {
      try SubjectFailure.telling { try body(subject) }
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func betweenRounds(_ last: (any StressSubject) -> Void, on subject: any StressSubject) {
    pulse.begin(.register, key: 0)
    last(subject)
  }
}

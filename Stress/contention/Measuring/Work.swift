/// One row made ready: its subject is set up, and samples can be taken.
struct Work {
  /// Turns per thread that the case fixes; nil where the sampler calibrates them.
  let fixedTurns: Int?
  /// Takes one sample of so many turns per thread.
  let sample: (_ turns: Int) -> Sample

  /// One thread per body.
  static func threads(_ bodies: [Body]) -> Work {
    Work(fixedTurns: nil) { turns in
      Sample(nanoseconds: ThreadCrew.run(bodies, turns: turns), operations: turns * bodies.count)
    }
  }

  /// The same body on so many threads.
  static func threads(_ count: Int, _ body: Body) -> Work {
    threads(Array(repeating: body, count: count))
  }

  /// One task per body.
  static func tasks(_ bodies: [AsyncBody]) -> Work {
    Work(fixedTurns: nil) { turns in
      Sample(nanoseconds: TaskCrew.run(bodies, turns: turns), operations: turns * bodies.count)
    }
  }

  /// So many tasks with 10,000 turns each, next to the synchronous form of the same work where there is one.
  static func asyncHits(_ tasks: Int, _ body: AsyncBody, sync: Body?) -> Work {
    let bodies = Array(repeating: body, count: tasks)
    let references = sync.map { Array(repeating: AsyncBody($0), count: tasks) }
    return Work(fixedTurns: 10_000) { turns in
      // A single task is done within a millisecond: it takes more turns, so that its wake-up does not count.
      let turns = tasks == 1 ? turns * 16 : turns
      var sample = Sample(nanoseconds: TaskCrew.run(bodies, turns: turns), operations: turns * tasks)
      if let references {
        sample.syncNanosecondsPerOperation = TaskCrew.run(references, turns: turns) / Double(turns * tasks)
      }
      return sample
    }
  }

  /// The same synchronous loop of 10,000 turns on so many actors.
  static func actors(_ count: Int, _ body: Body) -> Work {
    let hosts = (0..<count).map { _ in LoopHost() }
    let bodies = hosts.map { host in AsyncBody { turns in await host.run(body, turns) } }
    return Work(fixedTurns: 10_000) { turns in
      Sample(nanoseconds: TaskCrew.run(bodies, turns: turns), operations: turns * count)
    }
  }

  /// A case with a shape of its own.
  static func custom(_ sample: @escaping () -> Sample) -> Work {
    Work(fixedTurns: 1) { _ in sample() }
  }
}

/// An actor that runs a loop, as its own code.
private actor LoopHost {
  func run(_ body: Body, _ turns: Int) { body.run(turns) }
}

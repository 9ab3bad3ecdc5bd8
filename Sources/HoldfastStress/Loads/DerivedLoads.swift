import Holdfast
import HoldfastDiagnostics
import Synchronization

/// The loads that follow from what is registered, in the order in which they run.
enum DerivedLoads {
  /// Name and summary of each; needs no container.
  static let names: [(name: String, summary: String)] = [
    ("cold-herd", "all callers resolve one key of a new container, or all keys in random order: each is built once"),
    ("failing", "what a factory needs fails once: nothing is kept, and the next resolve succeeds"),
    ("cancellation", "tasks that wait for asynchronous values are cancelled: the next resolve succeeds"),
    ("scopes", "scopes open and end side by side: each has instances of its own, released at its end"),
    ("shutdown-race", "callers resolve during a shutdown: each gets an answer; instances are disposed of once, in order"),
    ("warm-up", "warmed up twice at the same time: built once"),
    ("layers", "override layers side by side: objects of their own"),
    ("hot-read", "callers read built values: each always gets the same object"),
  ]

  /// The loads on one composition root.
  static func all(_ examination: Examination) -> [Load] {
    names.map { name, summary in
      Load(name: name, summary: summary) { setting in
        switch name {
        case "cold-herd": coldHerd(examination).performance(setting)
        case "failing": try FailingLoad(examination).performance(setting.ledger)
        case "cancellation": cancellation(examination).performance(setting)
        case "scopes": try ScopeLoad(examination).performance(setting)
        case "shutdown-race": shutdownRace(examination).performance(setting)
        case "warm-up": warmUp(examination).performance(setting)
        case "layers": layers(examination).performance(setting)
        default: try HotLoad(examination).performance()
        }
      }
    }
  }

  /// What is asked for in no scope.
  private static func outside(_ examination: Examination) -> [Target] { examination.targets.filter { !$0.needsScope } }

  // MARK: cold-herd

  private static func coldHerd(_ examination: Examination) -> Rounds<SharedRound> {
    let findings = examination.findings
    return Rounds(
      examination, "cold-herd",
      begin: { random, number in
        let all = outside(examination)
        // One key for all callers, then all keys in each caller's own order.
        let one = number.isMultiple(of: 2) ? [] : all.isEmpty ? [] : [all[random.below(all.count)]]
        return SharedRound(try MadeContainer(examination), one.isEmpty ? all : one)
      },
      made: { $0.made },
      act: { round, worker, asker in
        for target in round.targets.shuffled(using: &worker.random) {
          switch asker.ask(target, round.made.container, by: worker) {
          case .success(let answer): round.settle(target, answer, findings, in: "cold-herd")
          case .failure(let error): asker.report(error, target)
          }
        }
      },
      actInTask: { round, worker, asker in
        for target in round.targets.shuffled(using: &worker.random) {
          switch await asker.askInTask(target, round.made.container, by: worker) {
          case .success(let answer): round.settle(target, answer, findings, in: "cold-herd")
          case .failure(let error): asker.report(error, target)
          }
        }
      },
      end: { round in
        round.checkOnce(findings, in: "cold-herd")
        round.forget()
        Aftermath(examination, "cold-herd").shutDown(round.made)
      })
  }

  // MARK: shutdown-race

  private static func shutdownRace(_ examination: Examination) -> Rounds<SharedRound> {
    let name = "shutdown-race"
    return Rounds(
      examination, name,
      begin: { _, _ in SharedRound(try MadeContainer(examination), outside(examination)) },
      made: { $0.made },
      // Whatever error a caller is given may come from the shutdown; that it is given one is what counts.
      act: { round, worker, asker in
        // One caller ends it while the others ask.
        if worker.index == 0 {
          for _ in 0..<worker.random.below(50) { MonotonicClock.yieldThread() }
          let policy: ShutdownPolicy = worker.random.once(in: 2) ? .cancel : .drain
          if policy == .cancel { round.givesBuildsUp.set() }
          Aftermath(examination, name).shutDown(round.made, policy)
          return
        }
        for target in round.targets.shuffled(using: &worker.random) {
          if case .failure(let error) = asker.ask(target, round.made.container, by: worker) {
            if (error as? ResolutionError)?.code == .shutDown { return }
          }
        }
      },
      actInTask: { round, worker, asker in
        for target in round.targets.shuffled(using: &worker.random) {
          if case .failure(let error) = await asker.askInTask(target, round.made.container, by: worker) {
            if (error as? ResolutionError)?.code == .shutDown { return }
          }
        }
      },
      // A build that was abandoned goes on, and other code that goes on may ask for the key again.
      end: { round in if !round.givesBuildsUp.isSet { round.checkOnce(examination.findings, in: name) } })
  }

  // MARK: cancellation

  private static func cancellation(_ examination: Examination) -> Rounds<SharedRound> {
    let name = "cancellation"
    let asynchronous: @Sendable () -> [Target] = { outside(examination).filter { $0.node.isAsynchronous && !$0.node.isOnMainActor } }
    /// Asks in a task, and cancels that.
    let cancel: @Sendable (SharedRound, Worker, () async -> Void) async -> Void = { round, worker, pause in
      guard let target = round.targets.randomElement(using: &worker.random) else { return }
      let start = MonotonicClock.now()
      let task = Task { try await target.asking.inTask(round.made.container) }
      for _ in 0..<worker.random.below(30) { await pause() }
      task.cancel()
      _ = await task.result
      worker.took(MonotonicClock.now() &- start)
    }
    return Rounds(
      examination, name,
      begin: { _, _ in SharedRound(try MadeContainer(examination), asynchronous()) },
      made: { $0.made },
      act: { round, worker, _ in Blocking.run { await cancel(round, worker) { try? await Task.sleep(for: .microseconds(50)) } } },
      actInTask: { round, worker, _ in await cancel(round, worker) { await Task.yield() } },
      end: { round in
        for target in round.targets {
          switch examination.patience.inTask(examination.limit, { try await target.asking.inTask(round.made.container) }) {
          case .done: break
          case .stuck: Stall(examination, name).explain(round.made, asked: [target.key])
          case .failed(let error):
            if Examination.isTooEarly(error) || examination.isLate(target.key) { continue }
            let key = Examination.culprit(of: error, asked: target.key)
            examination.add(
              .failedRetry, key, in: name,
              "after a caller was cancelled, the next resolve fails: \(Examination.text(error))")
          }
        }
        Aftermath(examination, name).shutDown(round.made)
      })
  }

  // MARK: warm-up

  private static func warmUp(_ examination: Examination) -> Rounds<SharedRound> {
    let name = "warm-up"
    let warm: @Sendable (SharedRound, Worker) async -> Void = { round, worker in
      let start = MonotonicClock.now()
      do {
        try await round.made.container.warmUp(.keys(round.targets.map { round.made.ownKey($0.key) }))
      } catch {
        if !Examination.isTooEarly(error) {
          examination.add(.failedFactory, (error as? ResolutionError)?.key, in: name, "warming up fails: \(Examination.text(error))")
        }
      }
      worker.took(MonotonicClock.now() &- start)
    }
    return Rounds(
      examination, name,
      begin: { _, _ in SharedRound(try MadeContainer(examination), outside(examination).filter { $0.isShared && !$0.takesArguments }) },
      made: { $0.made },
      // Two at the same time, and then again.
      act: { round, worker, _ in if worker.index == 0 { Blocking.run { await warm(round, worker) } } },
      actInTask: { round, worker, _ in if worker.index < 4 { await warm(round, worker) } },
      end: { round in
        round.checkOnce(examination.findings, in: name)
        Aftermath(examination, name).shutDown(round.made)
      })
  }

  // MARK: layers

  private static func layers(_ examination: Examination) -> Rounds<SharedRound> {
    let name = "layers"
    let findings = examination.findings
    return Rounds(
      examination, name,
      begin: { _, _ in
        let stateful = findings.keys(.sharedState)
        let targets = outside(examination).filter { !stateful.contains($0.key) && $0.isShared && !$0.isExisting }
        return SharedRound(try MadeContainer(examination), targets)
      },
      made: { $0.made },
      act: { round, worker, asker in
        let answers = (0..<2).map { _ in
          round.made.container.withOverrides({ _ in }) {
            round.targets.filter(\.isSynchronous).compactMap { target -> (Target, Answer)? in
              guard case .success(let answer) = asker.ask(target, round.made.container, by: worker) else { return nil }
              return (target, answer)
            }
          }
        }
        compare(answers[0], answers[1], findings)
      },
      actInTask: { round, worker, asker in
        var answers: [[(Target, Answer)]] = []
        for _ in 0..<2 {
          let found = await round.made.container.withOverrides({ _ in }) {
            var found: [(Target, Answer)] = []
            for target in round.targets {
              if case .success(let answer) = await asker.askInTask(target, round.made.container, by: worker) {
                found.append((target, answer))
              }
            }
            return found
          }
          answers.append(found)
        }
        compare(answers[0], answers[1], findings)
      },
      end: { round in Aftermath(examination, name).shutDown(round.made) })
  }

  /// What a layer makes is its own; only what was there before may be shared.
  private static func compare(_ first: [(Target, Answer)], _ second: [(Target, Answer)], _ findings: Findings) {
    let identities = Dictionary(
      first.compactMap { target, answer in answer.identity.map { ($0, target.key) } }, uniquingKeysWith: { a, _ in a })
    for (target, answer) in second where target.isShared && !target.isExisting {
      guard let identity = answer.identity, identities[identity] == target.key else { continue }
      findings.add(.globalObject, target, in: "layers", "two override layers were given one object")
    }
  }
}

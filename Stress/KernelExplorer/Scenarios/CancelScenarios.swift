#if Exploration
  import OnceKernel

  /// An asynchronous build: its task is an explored thread, and so is every task that waits for it.
  private final class AsynchronousBuild {
    let replica = Replica(Recipe("a"))
    let cell: OnceCell
    let attempt: Attempt
    let first: Waiter
    /// Whether the task ran the factory to its end.
    var isBuilt = false

    init?() {
      guard let cell = replica.table.cells.first, replica.admit(),
        case .build(let attempt) = cell.enter(for: nil, owner: replica, depth: 0, mode: .suspending, buildsAsynchronously: true),
        let first = cell.join(attempt, for: nil)
      else { return nil }
      self.cell = cell
      self.attempt = attempt
      self.first = first
    }

    /// What the build's task does: as `Core.buildInTask`.
    func task() {
      _ = attempt.setTask(Self.nothing)
      guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
      _ = try? replica.build(attempt, cell, mode: .suspending)
      isBuilt = true
    }

    /// Waits for the first caller.
    func wait(or allowed: (Waiter.Outcome) -> Bool) {
      switch first.suspendAsThread() {
      // Unretained: the caller holds it while it is looked at.
      case .ready(let instance): _ = replica.journal.value(Unmanaged.passUnretained(instance))
      case let outcome: require(allowed(outcome), "the first caller got \(outcome)")
      }
    }

    /// Another caller, who builds it here if need be.
    func resolve() {
      while true {
        guard replica.admit() else { return require(false, "refused") }
        let entry = cell.enter(for: nil, owner: replica, depth: 0, mode: .suspending, buildsAsynchronously: false)
        if case .build = entry {} else { replica.leave() }
        switch entry {
        case .ready(let instance), .early(let instance):
          // Unretained: the caller holds it while it is looked at.
          _ = replica.journal.value(Unmanaged.passUnretained(instance))
          return
        case .build(let attempt):
          do { _ = try replica.build(attempt, cell) } catch { require(false, "failed: \(error)") }
          return
        case .wait(let waiter, _):
          switch waiter.suspendAsThread() {
          case .ready(let instance):
            // Unretained: the caller holds it while it is looked at.
            _ = replica.journal.value(Unmanaged.passUnretained(instance))
            return
          case .failed(let error): return require(error as? Failure == .shutDown, "failed: \(error)")
          case .retry: continue
          case .cancelled, .overtaken: return require(false, "cancelled by somebody else's cancellation")
          }
        case .cycle, .mustSuspend, .failed, .overtaken: return require(false, "refused")
        }
      }
    }

    /// Stands for the task of every build; it is over long since.
    private static let nothing = Task<Void, Never> {}

    static func isCancelled(_ outcome: Waiter.Outcome) -> Bool {
      if case .cancelled = outcome { true } else { false }
    }

    static func isFailed(_ outcome: Waiter.Outcome) -> Bool {
      if case .failed(let error) = outcome { error as? Failure == .shutDown } else { false }
    }

    func program(_ threads: [() -> Void], check: @escaping () -> Void) -> Program {
      Script.program(replica, threads) { [self] in
        if isBuilt { require(cell.recipe.runs >= 1, "built, but no factory ran") }
        let kept = cell.instance == nil ? 0 : 1
        require(
          cell.recipe.runs == kept + replica.journal.disposed.count,
          "\(cell.recipe.runs) built, \(kept) kept, \(replica.journal.disposed.count) disposed of")
        check()
      }
    }
  }

  extension Scenario {
    /// Callers that give up, and builds that are stopped from outside.
    static let ofCancelling: [Scenario] = [
      Scenario("cancel", "the only caller of an asynchronous build gives up while it completes", threads: 3) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([{ build.wait(or: AsynchronousBuild.isCancelled) }, build.task, build.first.giveUp]) {}
      },
      Scenario("cancel-joined", "the first caller gives up while another one comes", threads: 3) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([build.first.giveUp, build.task, build.resolve]) {
          require(build.cell.instance != nil, "the one who stayed has nothing")
          require(build.cell.recipe.runs <= 2, "built \(build.cell.recipe.runs) times")
        }
      },
      Scenario("cancel-first", "the first caller gives up and waits, beside another one", threads: 3) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([
          {
            build.first.giveUp()
            build.wait(or: AsynchronousBuild.isCancelled)
          }, build.task, build.resolve,
        ]) { require(build.cell.instance != nil, "the one who stayed has nothing") }
      },
      Scenario("stop", "an asynchronous build is stopped from outside while it completes", threads: 3) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([
          { build.wait(or: AsynchronousBuild.isFailed) }, build.task, { build.attempt.cancel(Failure.shutDown) },
        ]) {}
      },
      Scenario("watch", "somebody who lends priority and looks for late builds, beside a build", threads: 3) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([
          { build.wait { _ in false } }, build.task,
          {
            build.attempt.task(lending: .medium)?.cancel()
            let wasOver = build.attempt.isOver
            let late = LateBuilds.take(after: .zero).late
            if wasOver { require(late.isEmpty, "a build is told late that is over") }
          },
        ]) { require(build.cell.instance != nil, "nothing was built") }
      },
      Scenario("gave-up", "a build gives up waiting for another, which then waits for it", threads: 2) {
        guard let build = AsynchronousBuild(),
          let other = Optional(OnceCell(.shared, subject: Recipe("b"))), build.replica.admit(),
          case .build(let second) = other.enter(for: nil, owner: build.replica, depth: 0, mode: .suspending, buildsAsynchronously: true),
          let stays = other.join(second, for: nil),
          case .wait(let waiter, _) = other.enter(for: build.attempt, depth: 1, mode: .suspending, buildsAsynchronously: true)
        else { return Program([]) }
        let gone = Parker()
        return build.program([
          {
            waiter.giveUp()
            gone.wake()
            build.task()
          },
          {
            gone.park()
            switch build.cell.enter(for: second, depth: 1, mode: .suspending, buildsAsynchronously: true) {
            case .ready: break
            case .wait(let waiter, _): _ = waiter.suspendAsThread()
            case .build, .early, .cycle, .mustSuspend, .failed, .overtaken: require(false, "a wait that was given up counts as one")
            }
            other.fail(second, Failure.factory)
            _ = stays.suspendAsThread()
          },
        ]) {}
      },
      Scenario("join", "who starts an asynchronous build joins it while its task runs already", threads: 2) {
        let replica = Replica(Recipe("a"))
        guard let cell = replica.table.cells.first else { return Program([]) }
        let started = Parker()
        let attempt = Plain<Attempt?>(nil)
        return Script.program(
          replica,
          [
            {
              guard replica.admit(),
                case .build(let build) = cell.enter(for: nil, owner: replica, depth: 0, mode: .suspending, buildsAsynchronously: true)
              else { return require(false, "somebody else builds") }
              attempt.value = build
              started.wake()
              if let waiter = cell.join(build, for: nil) {
                guard case .ready = waiter.suspendAsThread() else { return require(false, "joined, and got nothing") }
              } else {
                require(cell.published != nil, "neither joined nor published")
              }
            },
            {
              started.park()
              guard let build = attempt.value, build.claim(onThisThread: false) else { return require(false, "not claimed") }
              do { _ = try replica.build(build, cell, mode: .suspending) } catch { require(false, "failed: \(error)") }
            },
          ]
        ) { attempt.value = nil }
      },
      Scenario("claim", "the task and a thread both want to run a build", threads: 2) {
        guard let build = AsynchronousBuild() else { return Program([]) }
        return build.program([
          build.task,
          {
            guard build.attempt.claim(onThisThread: true) else { return }
            do { _ = try build.replica.build(build.attempt, build.cell) } catch { require(false, "failed: \(error)") }
          },
        ]) { require(build.cell.recipe.runs == 1, "built \(build.cell.recipe.runs) times") }
      },
    ]
  }
#endif

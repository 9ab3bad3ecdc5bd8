#if Exploration
  import OnceKernel

  extension Scenario {
    /// Callers that give up, and builds that are stopped from outside.
    static let ofCancelling: [Scenario] = [
      Scenario("cancel", "the only caller of an asynchronous build gives up while it completes", threads: 3) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([{ build.wait(or: KernelBuild.isCancelled) }, build.task, build.first.cancelAsThread]) {}
      },
      Scenario("cancel-joined", "the first caller gives up while another one comes", threads: 3) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([build.first.cancelAsThread, build.task, build.resolve]) {
          require(build.cell.instance != nil, "the caller that stayed has nothing")
          require(build.runs <= 2, "built \(build.runs) times")
        }
      },
      Scenario("cancel-first", "the first caller gives up and waits, beside another one", threads: 3) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([
          {
            build.first.cancelAsThread()
            build.wait(or: KernelBuild.isCancelled)
          }, build.task, build.resolve,
        ]) { require(build.cell.instance != nil, "the caller that stayed has nothing") }
      },
      Scenario("stop", "an asynchronous build is stopped from outside while it completes", threads: 3) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([
          { build.wait(or: KernelBuild.isFailed) }, build.task, { build.attempt.cancel(Failure.shutDown) },
        ]) {}
      },
      Scenario("watch", "a thread lends priority and looks for late builds, beside a build", threads: 3) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([
          { build.wait { _ in false } }, build.task,
          {
            build.attempt.task(lending: .medium)?.cancel()
            let wasOver = build.attempt.isDecided
            let late = LateBuilds.take(after: .zero).late
            if wasOver { require(!late.contains { $0.subject === build.cell.subject }, "a build is told late that is over") }
          },
        ]) { require(build.cell.instance != nil, "nothing was built") }
      },
      Scenario("gave-up", "a build gives up waiting for another, which then waits for it", threads: 2) {
        guard let build = KernelBuild(),
          let other = KernelBuild(),
          case .wait(let waiter, _) = other.cell.ask(for: build.attempt, depth: 1, mode: .suspending, buildsAsynchronously: true)
        else { return Program([]) }
        let cancelled = Parker()
        return build.program([
          {
            waiter.cancelAsThread()
            cancelled.wake()
            build.task()
          },
          {
            cancelled.park()
            switch build.cell.ask(for: other.attempt, depth: 1, mode: .suspending, buildsAsynchronously: true) {
            case .ready: break
            case .wait(let waiter, _): _ = waiter.suspendAsThread()
            case .build, .early, .cycle, .mustSuspend, .failed, .overtaken: require(false, "a wait that was given up counts as one")
            }
            other.attempt.fail(Failure.factory)
            _ = other.first.suspendAsThread()
          },
        ]) {}
      },
      Scenario("join", "a caller joins an asynchronous build while its task runs already", threads: 2) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([
          {
            if let waiter = build.cell.join(build.attempt, for: nil) {
              guard case .ready(let instance) = waiter.suspendAsThread() else { return require(false, "joined, and got nothing") }
              build.use(instance)
            } else {
              require(build.cell.instance != nil, "neither joined nor published")
            }
          }, build.task,
        ])
      },
      Scenario("claim", "the task and a thread both want to run a build", threads: 2) {
        guard let build = KernelBuild() else { return Program([]) }
        return build.program([
          build.task,
          {
            guard build.attempt.claim(onThisThread: true) else { return }
            build.make(build.attempt)
          },
        ]) { require(build.runs == 1, "built \(build.runs) times") }
      },
    ]
  }
#endif

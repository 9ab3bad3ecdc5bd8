#if Exploration
  import OnceKernel

  /// An asynchronous build over the kernel alone: its task is an explored thread, and so is every task that waits for it.
  ///
  /// The container starts a real task for such a build, which no schedule of threads can contain. What the task and its waiters do to the cell is done
  /// here by threads; `TaskExplorer` explores the container's own tasks.
  final class KernelBuild {
    /// What it makes.
    final class Product: Sendable {
      let content = Plain(0)
    }

    /// Takes what was made and has no owner.
    private final class Owner: BuildOwner, @unchecked Sendable {  // unchecked: one thread at a time runs an exploration
      var disposed = 0

      func left(_ attempt: Attempt, leaving remains: AnyObject?) {
        if remains != nil { disposed += 1 }
      }
    }

    private final class Subject: Sendable {}

    let cell = OnceCell(.shared, subject: Subject())
    let attempt: Attempt
    /// The caller that asked first.
    let first: Waiter
    private let owner = Owner()
    /// How often the factory ran.
    private(set) var runs = 0

    init?() {
      guard case .build(let attempt) = cell.ask(for: nil, owner: owner, depth: 0, mode: .suspending, buildsAsynchronously: true),
        let first = cell.join(attempt, for: nil)
      else { return nil }
      self.attempt = attempt
      self.first = first
    }

    // MARK: What threads do

    /// What the build's task does: as `Core.run(_:_:_:for:keptIn:)`.
    func task() {
      _ = attempt.setTask(Self.nothing)
      guard attempt.claim(onThisThread: false) else { return attempt.returnUnclaimed() }
      make(attempt)
    }

    /// Runs the factory and publishes.
    func make(_ attempt: Attempt) {
      let product = Product()
      do throws(Failure) {
        try CurrentBuild.run(attempt, on: Threads.current, context: nil, depth: 1, failing: .shutDown) { () throws(Failure) in
          require(Engine.running?.holdsLock != true, "the factory runs under a lock")
          product.content.value = 1
        }
      } catch { require(false, "the factory failed: \(error)") }
      runs += 1
      _ = cell.finish(attempt, product)
    }

    /// Waits for the first caller.
    func wait(or allowed: (Waiter.Outcome) -> Bool) {
      switch first.suspendAsThread() {
      case .ready(let instance): use(instance)
      case let outcome: require(allowed(outcome), "the first caller got \(outcome)")
      }
    }

    /// Another caller, which builds it here if need be.
    func resolve() {
      while true {
        switch cell.ask(for: nil, owner: owner, depth: 0, mode: .suspending, buildsAsynchronously: false) {
        case .ready(let instance), .early(let instance): return use(instance)
        case .build(let attempt): return make(attempt)
        case .wait(let waiter, _):
          switch waiter.suspendAsThread() {
          case .ready(let instance): return use(instance)
          case .failed(let error): return require(error as? Failure == .shutDown, "failed: \(error)")
          case .retry: continue
          case .cancelled, .overtaken: return require(false, "cancelled by another caller's cancellation")
          }
        case .cycle, .mustSuspend, .failed, .overtaken: return require(false, "refused")
        }
      }
    }

    func use(_ instance: AnyObject) {
      // Only products are put into the cell.
      require(unsafeDowncast(instance, to: Product.self).content.value == 1, "got an instance that is not built")
    }

    // MARK: What may come of it

    static func isCancelled(_ outcome: Waiter.Outcome) -> Bool {
      if case .cancelled = outcome { true } else { false }
    }

    static func isFailed(_ outcome: Waiter.Outcome) -> Bool {
      if case .failed(let error) = outcome { error as? Failure == .shutDown } else { false }
    }

    /// A program in which everything that is made is kept or disposed of.
    func program(_ threads: [() -> Void], check: @escaping () -> Void = {}) -> Program {
      Program(
        threads,
        check: { [self] in
          require(Attempt.running.isEmpty, "a build is still in flight at the end")
          require(!cell.isBuilding, "still being built at the end")
          let kept = cell.instance == nil ? 0 : 1
          require(runs == kept + owner.disposed, "\(runs) built, \(kept) kept, \(owner.disposed) disposed of")
          check()
        })
    }

    /// Stands for the task of every build; it is over long since.
    private static let nothing = Task<Void, Never> {}
  }
#endif

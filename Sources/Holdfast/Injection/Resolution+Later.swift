import OnceKernel

extension Resolution {
  /// Asks for a value once everything around has been built, and hands it to a closure: how a circle with a constructor in it is closed.
  ///
  /// ```swift
  /// try container
  ///   .register(Parent.self) { r in try Parent(child: r.resolve()) }
  ///   .register(Child.self) { _ in Child() }
  ///   .registerInjector(Child.self) { child, r in
  ///     r.later(Parent.self) { child.parent = $0 }
  ///   }
  /// ```
  ///
  /// It works whichever of them is asked for first, on one thread and across threads and tasks, for every shared value and for objects of a graph.
  /// The outermost build of this thread, or the build whose own task this is, resolves the value when it has run its injectors, and then runs
  /// the closure, once, on the same thread or in the same task; so it may capture what is not `Sendable`. Callers outside get the object that
  /// asked only when its closures have run. A constructor or an injector of something else may see it before.
  ///
  /// What asked fails if the value cannot be had, or if the closure throws, and with it whatever has taken it by then. In a factory or a
  /// decorator it does the same. Where no shared value is being built, as in a transient's injector or in `inject(into:)`, there is nothing to
  /// wait for, and it is done at once.
  public func later<T>(_ type: T.Type = T.self, named name: Name? = nil, _ body: @escaping (T) throws -> Void) {
    let asking = Requester(context: context, depth: depth)
    let build = asking.attempt ?? CurrentBuild.onThisThread ?? BuildTask.current
    let later = LaterValue(self, name, body)
    guard let build else { return later.closeNow() }
    switch build.postpone(later) {
    case .queued, .dropped: break
    case .late: later.closeNow()
    }
  }
}

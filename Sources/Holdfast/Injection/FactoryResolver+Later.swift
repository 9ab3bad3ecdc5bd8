import OnceKernel

extension FactoryResolver {
  /// Asks for a value after the current build and passes it to a closure, so that two objects can refer to each other.
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
  /// It works for shared values and for objects of a graph, on one thread and across threads and tasks. You may resolve either object first. When
  /// the outermost build on this thread or in this task has run its injectors, it resolves the value and runs the closure once. It does so on the
  /// same thread or in the same task, so the closure may capture values that are not `Sendable`. Callers get the object that called `later` only
  /// after its closures have run. The factory or an injector of another object may receive it earlier.
  ///
  /// If the value cannot be resolved, or the closure throws, the object that called `later` fails, and so do the objects that have received it. You
  /// may also call `later` in a factory or a decorator. If no shared value is being built, as in a transient's injector or in `inject(into:)`, the
  /// closure runs at once; so it does in the injector of what a factory asks a captured container, scope or provider for, as that is handed out.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - name: the name under which the value is registered, if any.
  ///   - body: receives the value. Mostly it sets a property.
  public func later<T>(_ type: T.Type = T.self, named name: Name? = nil, _ body: @escaping (T) throws -> Void) {
    let asking = requester
    if !Mutant.laterUnlearned.isActive { asking.learn(Dependency(AnyKey(T.self, named: name), .later), askedOf: core) }
    let build = asking.run?.isHandedOut == true ? nil : asking.attempt
    let later = DeferredValue(self, name, body)
    guard let build else { return later.runNow() }
    switch build.deferWork(later) {
    case .queued, .dropped: break
    case .late: later.runNow()
    }
  }
}

import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Regressions {
  @Suite("Injection groups")
  struct InjectionGroupRegressions {
    /// ```
    ///   thread 1                              thread 2
    ///   left made while 2 waits               right's injector asks for left: waits
    ///   left's injector gets right early
    ///   left is injected, and held            goes on with left, asks for it again: gets it again
    /// ```
    @Test("A member of a group that asks twice is not kept waiting")
    func asksTwice() async throws {
      let (left, right) = try circle { resolver, name in
        _ = try resolver.resolve(Left.self, named: name)
      }
      #expect(try await left.value(within: patience).right != nil)
      #expect(try await right.value(within: patience).left != nil)
    }

    /// As above, but a third build, which the injector of `Right` starts, needs the left one that is injected and held.
    @Test("What a member of a group builds, and needs a member that is held, is a cycle and keeps no caller waiting")
    func nestedNeedsHeld() async throws {
      let (left, right) = try circle { resolver, name in
        _ = try resolver.resolve(One.self, named: Name("\(name) user"))
      }
      #expect(try await left.code() != nil)
      #expect(try await right.code() != nil)
    }

    /// ```
    ///   task                                main actor                        thread
    ///   left made
    ///     waits for its injector            gets right, which gets left
    ///                                       early: right is injected, held
    ///                                                                         asks for right: is not put to sleep
    ///                                       the injector goes on
    ///   goes on: both are published
    /// ```
    @Test("A thread does not sleep until a task closes the circle of what it asks for")
    func heldForATask() async throws {
      let (container, held, goOn) = (Container(), Gate("right is held"), Gate("the thread has asked"))
      try container.register(
        Left.self,
        .async { _ in
          await Task.yield()
          return Left()
        })
      try container.register(Right.self) { _ in Right() }
      try container.registerInjector(
        Left.self,
        mainActor: { left, r in
          left.right = try r.resolve()
          held.open()
          try goOn.block()
        })
      try container.registerInjector(Right.self) { right, r in right.left = try r.resolve() }
      let left = Pending.inTask { try await container.resolve(Left.self) }
      try await held.pass()
      let right = Pending.onThread { try container.resolve(Right.self) }
      let code = try await right.code()
      goOn.open()
      #expect(code == .asyncOnly)
      #expect(try await left.value(within: patience).right?.left != nil)
    }

    private func circle(
      _ then: @escaping @Sendable (FactoryResolver, Name) throws -> Void
    ) throws -> (left: Pending<Left>, right: Pending<Right>) {
      let (container, name) = (Container(), Name.fresh("left"))
      let (leftStarts, rightStarts) = (Gate("left is being built"), Gate("right is injected"))
      try container.register(Left.self, named: name) { _ in
        leftStarts.open()
        try rightStarts.block()
        try blockUntilAwaited(name)
        return Left()
      }
      try container.register(Right.self) { _ in
        try leftStarts.block()
        return Right()
      }
      try container.register(One.self, named: Name("\(name) user")) { r in
        _ = try r.resolve(Left.self, named: name)
        return One()
      }
      try container.registerInjector(Left.self) { left, r in left.right = try r.resolve() }
      try container.registerInjector(Right.self) { right, r in
        rightStarts.open()
        right.left = try r.resolve(Left.self, named: name)
        try then(r, name)
      }
      return (.onThread { try container.resolve(Left.self, named: name) }, .onThread { try container.resolve(Right.self) })
    }

    /// ```
    ///   thread 1                    thread 2                    thread 3
    ///                                                           y starts
    ///   n builds left
    ///     left waits for right      right gets left early
    ///                               right's injector throws
    ///     left goes on, needs y                                 y is still being built
    /// ```
    @Test("An injector that goes on after its group failed is told so, and waits for nothing any more")
    func failedAndNested() async throws {
      let container = Container()
      let (n, y, rightName) = (Name.fresh("n"), Name.fresh("y"), Name.fresh("right"))
      let (leftInjects, rightStarts, yStarts, goOn) = (Gate("left injects"), Gate("right"), Gate("y"), Gate("the end of y"))
      try container.register(One.self, named: n) { r in
        _ = try r.resolve(Left.self)
        return One()
      }
      try container.register(Two.self, named: y) { _ in
        yStarts.open()
        try goOn.block()
        return Two()
      }
      try container.register(Left.self) { _ in Left() }
      try container.register(Right.self, named: rightName) { _ in
        rightStarts.open()
        try blockUntilAwaited(rightName)
        return Right()
      }
      let later = Guarded<ResolutionError?>(nil)
      try container.registerInjector(Left.self) { _, r in
        leftInjects.open()
        try rightStarts.block()
        _ = try? r.resolve(Right.self, named: rightName)
        do { _ = try r.resolve(Two.self, named: y) } catch { later.withLock { $0 = error as? ResolutionError } }
      }
      try container.registerInjector(Right.self) { right, r in
        right.left = try r.resolve()
        throw Boom()
      }
      let third = Pending.onThread { try container.resolve(Two.self, named: y) }
      try await yStarts.pass()
      let first = Pending.onThread { try container.resolve(One.self, named: n) }
      try await leftInjects.pass()
      let second = Pending.onThread { try container.resolve(Right.self, named: rightName) }
      // y is still being built: neither of them waits for it.
      for caller in [try await first.code(), try await second.code()] { #expect(caller == .factoryFailed) }
      #expect(later.withLock { $0?.key } == AnyKey(Right.self, named: rightName))
      goOn.open()
      _ = try await third.value(within: patience)
    }

    @Test("A caller that is cancelled while its object is held gets an error, not half a circle")
    func heldAndCancelled() async throws {
      let (container, name) = (Container(), Name.fresh("right"))
      let (leftMade, rightInjects) = (Gate("left is made"), Gate("right is injected"))
      let (rightHeld, go) = (Gate("right is held"), Gate("the end of left's injector"))
      try container.register(Left.self) { _ in Left() }
      try container.register(Right.self, named: name) { _ in Right() }
      try container.registerInjector(Left.self) { left, r in
        leftMade.open()
        try rightInjects.block()
        let right = try r.resolve(Right.self, named: name)
        rightHeld.open()
        try go.block()
        left.right = right
      }
      try container.registerInjector(Right.self) { right, r in
        rightInjects.open()
        try blockUntilAwaited(name)
        right.left = try r.resolve()
      }
      let first = Pending.onThread { try container.resolve(Left.self) }
      try await leftMade.pass()
      let second = Pending.inTask(on: OwnThread()) { try await container.resolve(Right.self, named: name) }
      try await rightHeld.pass()
      second.cancel()
      #expect(try await second.error().code == .cancelled)
      go.open()
      #expect(try await first.value(within: patience).right?.left != nil)
    }

    @Test("Members that were taken away while their group was injected are disposed of once", arguments: [false, true])
    func takenAway(_ isReset: Bool) async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(Left.self, scope: .singleton(dispose: { _ in journal.note("left") }), factory: { _ in Left() })
      try container.register(Right.self, scope: .singleton(dispose: { _ in journal.note("right") }), factory: { _ in Right() })
      try container.registerInjector(Left.self) { left, r in
        left.right = try r.resolve()
        if isReset {
          try container.reset(Left.self)
          try container.reset(Right.self)
        }
      }
      try container.registerInjector(Right.self) { right, r in right.left = try r.resolve() }
      _ = try container.resolveNow(Left.self)
      try await container.shutdown(deadline: nil)
      #expect(journal.all.sorted() == ["left", "right"])
    }

    @Test("A circle closes through an asynchronous factory that is asked first")
    func asynchronousFirst() async throws {
      let container = Container()
      try container.register(Left.self) { _ in Left() }
      try container.register(Right.self, .async { _ in Right() })
      try container.registerInjector(Left.self) { left, r in left.right = try r.resolve() }
      try container.registerInjector(Right.self) { right, r in right.left = try r.resolve() }
      let right = try await container.resolve(Right.self)
      #expect(right.left?.right === right)
    }

    @Test(
      "Threads and tasks at every end of a circle of three get one circle, also when one end asks for itself and sometimes throws", .load)
    func ring() async throws {
      for round in 0..<Effort.scaled(80) + 4 {
        let (container, builds, start) = (Container(), Counter(), Gate("the start of a round"))
        let names = Name.fresh(3)
        let isThrowing = round.isMultiple(of: 3)
        for name in names {
          try container.register(Link.self, named: name) { _ in
            builds.add()
            return Link(name)
          }
        }
        try container.registerInjector(Link.self) { link, r in
          guard let place = names.firstIndex(of: link.name) else { return }
          link.next = try r.resolve(Link.self, named: names[(place + 1) % 3])
          if place == 2 {
            if isThrowing, builds.value < 12 { throw Boom() }
            _ = try r.resolve(Link.self, named: link.name)
            _ = try r.resolve(Link.self, named: names[1])
          }
        }
        let callers = (0..<6).map { number in
          ask(container, Link.self, named: names[number % 3], as: number.isMultiple(of: 2) ? .thread : .ownTask, after: start)
        }
        start.open()
        for caller in callers {
          guard case .success(let link) = try await caller.result(within: patience) else {
            #expect(isThrowing)
            continue
          }
          #expect(link.next?.next?.next === link)
        }
        if !isThrowing { #expect(builds.value == 3) }
        for name in names { container.peek(Link.self, named: name)?.next = nil }
      }
    }

    private final class Link: @unchecked Sendable {  // unchecked: written by its injector, and when all callers are done
      let name: Name
      var next: Link?

      init(_ name: Name) {
        self.name = name
      }
    }
  }
}

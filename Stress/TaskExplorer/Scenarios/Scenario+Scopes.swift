import Holdfast

extension Scenario {
  static let scopes = [closedDuringBuild, sharedByTasks]

  private static let closedDuringBuild = Scenario(
    "scope-close", "a scope ends while a build in it is in flight", goals: ["ended during the build", "ended before it"]
  ) { world in
    let container = try Container { batch in
      batch.register(Alpha.self, scope: .scoped(dispose: { await world.dispose($0) }), .async { _ in await world.make(Alpha.self) })
      batch.register(
        Beta.self, scope: .scoped(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
    }
    let escaped = Escaped<Ask<Alpha>>()
    world.spawn("scope's task") {
      await container.withScope { scope in
        // Asks in a task that the scope does not wait for.
        let ask = world.ask("asker") {
          let alpha = try await scope.resolve(Alpha.self)
          world.expect(world.records[alpha.number].disposals == 0, "the asker got what is being disposed of")
          return alpha
        }
        escaped.value = ask
        _ = try? await scope.resolve(Beta.self)
        if ask.isWaiting { world.reach(0) }
      }
      world.note("the scope has ended")
      for (number, record) in world.records.enumerated() where record.disposed == 0 {
        world.expect(escaped.value?.isWaiting == true || number > 0, "part \(number) outlives its scope")
      }
    }
    return {
      if let ask = escaped.value {
        world.expect(ask.error == nil || ask.error?.message.contains("scope") == true, "the asker got \(ask.error?.code.description ?? "")")
        if ask.error != nil { world.reach(1) }
      }
      escaped.value = nil
      await world.expectShutdown(of: container)
    }
  }

  private static let sharedByTasks = Scenario(
    "scope-shared", "three tasks share a scope's value, which is disposed of at the scope's end"
  ) { world in
    let container = try Container { batch in
      batch.register(
        Alpha.self, scope: .scoped(dispose: { await world.dispose($0) }),
        .async { r in
          _ = try await r.resolve(Beta.self)
          return await world.make(Alpha.self)
        })
      batch.register(Beta.self, scope: .scoped(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
    }
    world.spawn("scope's task") {
      await container.withScope { scope in
        let found = await withTaskGroup(of: Alpha?.self) { group in
          for _ in 1...3 { group.addTask { try? await scope.resolve(Alpha.self) } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        world.expect(found.count == 3 && found.allSatisfy { $0 != nil && $0 === found[0] }, "the tasks of a scope got different objects")
        world.expect(world.made == 2, "\(world.made) were made")
      }
      world.expectAllDisposed("at the end of its scope")
      world.expect(world.disposalOrder == [1, 0], "disposed of in the order \(world.disposalOrder)")
    }
    return { await world.expectShutdown(of: container) }
  }
}

/// What a task of a scenario hands to the check at the end.
final class Escaped<Value>: @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  /// Guard: the program's one thread.
  var value: Value?
}

/// Tasks wait at it until it is opened, once.
final class Latch: @unchecked Sendable {  // unchecked: everything of a scenario runs on the program's one thread
  // Guard of both: the program's one thread.
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

import Holdfast

/// Collections, decorators, modules, keys and seeds.
extension Scenario {
  static let collections = [collected, decorated, applied, seeded, toldApart]

  private static let collected = Scenario(
    "collections", "two tasks resolve collections of references, of a name, and what collects its own type, while another one contributes"
  ) { world in
    let parent = try Container { batch in
      batch.contribute(
        Plug.self,
        .async { _ in
          await world.pause()
          return Plug("parent")
        })
    }
    let container = try Container(parent: parent) { batch in
      batch.contribute(Plug.self) { _ in Plug("child") }
      batch.contribute(Plug.self, named: "mail") { _ in Plug("mail") }
      batch.register(Plug.self, named: "all", .async { r in Plug(try await r.resolve([Plug].self).map(\.label).joined(separator: " ")) })
    }
    let asks = (1...2).map { number in
      world.ask("task \(number)") {
        let all = try await container.resolve(Plug.self, named: "all").label
        let providers = try await container.resolve([Provider<Plug>].self)
        let mail = try await container.resolve([Plug].self, named: "mail").map(\.label)
        return (all, providers.count, mail)
      }
    }
    world.spawn("contributor") {
      do { try container.contribute(String.self) { _ in "another" } } catch { world.report("contributing failed: \(error)") }
    }
    return {
      for ask in asks {
        guard let found = ask.value else { return world.report("\(ask.name) got \(ask.error?.code.description ?? "nothing")") }
        world.expect(found.0 == "parent child mail", "what collects its own type got '\(found.0)'")
        world.expect(found.1 == 4, "there are \(found.1) references to 4 values")
        world.expect(found.2 == ["mail"], "the collection of a name has \(found.2)")
      }
      do throws(ResolutionError) {
        _ = try container.resolveNow([Int].self)
        world.report("a collection that nothing provides is no error")
      } catch {
        world.expect(error.code == .notRegistered, "a collection that nothing provides gets the error \(error.code)")
      }
      withExtendedLifetime(parent) {}
    }
  }

  private static let decorated = Scenario(
    "decorated", "two decorators run in their order, over what is made and over what is given as an instance, once for all tasks"
  ) { world in
    let runs = Escaped<Int>()
    runs.value = 0
    let container = try Container { batch in
      batch.register(
        Plug.self,
        .async { _ in
          await world.pause()
          return Plug("made")
        })
      batch.register(Plug.self, named: "given", instance: Plug("given"))
      for letter in ["a", "b"] {
        batch.decorate(Plug.self) { plug, _ in
          runs.value = (runs.value ?? 0) + 1
          return Plug(plug.label + letter)
        }
      }
    }
    let asks = ([nil, "given", nil, "given"] as [Name?]).enumerated().map { number, name in
      world.ask("task \(number)") { try await container.resolve(Plug.self, named: name).label }
    }
    return {
      world.expect(asks.map(\.value) == ["madeab", "givenab", "madeab", "givenab"], "decorated: \(asks.map { $0.value ?? "" })")
      world.expect(runs.value == 4, "\(runs.value ?? 0) decorations of 2 values")
    }
  }

  private static let applied = Scenario(
    "modules", "modules that depend on others are applied once and in order, and defaults give way, whichever task applies them"
  ) { world in
    let parent = try Container { $0.register(String.self, named: "given", instance: "parent's") }
    let container = Container(parent: parent, duplicates: .reject)
    let asks = (1...2).map { number in world.ask("task \(number)") { try container.apply(Dependent()) } }
    return {
      for ask in asks { world.expect(ask.error == nil, "\(ask.name) got the error \(ask.error?.code.description ?? "")") }
      let labels = (try? container.resolveAll(Plug.self).map(\.label)) ?? []
      world.expect(labels == ["base", "dependent"], "the modules contributed \(labels)")
      world.expect((try? container.resolveNow(String.self, named: "given")) == "parent's", "a default takes the place of the parent's")
      do throws(ResolutionError) {
        try container.register(Int.self, instance: 2)
        world.expect((try? container.resolveNow(Int.self)) == 2, "a default stays when its key is registered")
        try container.register(Int.self, instance: 3)
        world.report("a duplicate is accepted")
      } catch {
        world.expect(error.code == .duplicate && (try? container.resolveNow(Int.self)) == 2, "registering gets the error \(error.code)")
      }
      withExtendedLifetime(parent) {}
    }
  }

  private static let seeded = Scenario(
    "seeds", "two scopes with seeds at the same time, one inside another: each has its own, and ends once"
  ) { world in
    let container = try Container { batch in
      batch.register(seeded: Plug.self)
      batch.register(Beta.self, scope: .scoped(dispose: { await world.dispose($0) }), .async { _ in await world.make(Beta.self) })
    }
    for label in ["first", "second"] {
      world.spawn("task of the \(label)") {
        do {
          let scope = try container.openScope(seeds: [.value(Plug(label))])
          let inner = try scope.openScope()
          _ = try await inner.resolve(Beta.self)
          let found = try await inner.resolve(Plug.self).label
          world.expect(found == label, "a scope in that of the \(label) has the seed \(found)")
          world.expect(await inner.end(), "a scope does not end")
          world.expect(await !inner.end(), "a scope ends twice")
          await scope.end()
        } catch {
          world.report("a scope with a seed gets \(error)")
        }
      }
    }
    return { await world.expectShutdown(of: container) }
  }

  private static let colliding = ["one", "other"].map { Name($0, hash: 42) }

  private static let toldApart = Scenario(
    "told-apart", "values that are made from arguments, whose hashes collide or are too many to be kept, from two tasks"
  ) { world in
    let container = try Container { batch in
      batch.register(
        Plug.self,
        .async(taking: Colliding.self) { _, number in
          await world.pause()
          return Plug("\(number.number)")
        })
      batch.register(Plug.self, scope: .singleton(capacity: 1), .factory(taking: Int.self) { _, number in Plug("\(number)") })
      batch.register(Plug.self, scope: .transient, .factory(taking: Void.self) { _, _ in Plug("nothing") })
      batch.register(Plug.self, instance: Plug("plain"))
    }
    for name in Self.colliding { try container.register(Plug.self, named: name, instance: Plug("\(name)")) }
    let asks = (1...2).map { number in
      world.ask("task \(number)") { try await container.resolve(Plug.self, with: Colliding(number: number)).label }
    }
    return {
      world.expect(asks.map(\.value) == ["1", "2"], "what is made from arguments is \(asks.map { $0.value ?? "" })")
      let first = try? container.resolveNow(Plug.self, with: 1)
      _ = try? container.resolveNow(Plug.self, with: 2)
      world.expect(first !== (try? container.resolveNow(Plug.self, with: 1)), "a cache of one value keeps two")
      world.expect((try? container.resolveNow(Plug.self, with: ()).label) == "nothing", "what is made from Void is not found")
      world.expect((try? container.resolveNow(Plug.self).label) == "plain", "what is made from nothing is not found")
      let named = Self.colliding.map { try? container.resolveNow(Plug.self, named: $0).label }
      world.expect(named == Self.colliding.map { "\($0)" }, "names whose hashes collide have \(named.map { $0 ?? "nothing" })")
    }
  }
}

private final class Plug: Sendable {
  let label: String

  init(_ label: String) { self.label = label }
}

private struct Colliding: Hashable, Sendable {
  let number: Int

  func hash(into hasher: inout Hasher) {}
}

private struct Base: Assembly {
  func register(in batch: Batch) {
    batch.contribute(Plug.self) { _ in Plug("base") }
    batch.registerIfAbsent { $0.register(Int.self, instance: 1) }
    batch.registerIfAbsent { $0.register(String.self, named: "given", instance: "default") }
  }
}

private struct Dependent: Assembly {
  var dependencies: [any Assembly] { [Base()] }

  func register(in batch: Batch) { batch.contribute(Plug.self) { _ in Plug("dependent") } }
}

import Distributed
import Holdfast
import Synchronization
import Testing

// The examples of the article "Beyond one process", as they stand there.

distributed actor Inventory {
  typealias ActorSystem = LocalTestingDistributedActorSystem

  private var stock: [String: Int] = ["tea": 3]

  init(actorSystem: ActorSystem) { self.actorSystem = actorSystem }

  distributed func take(_ item: String) -> Bool {
    guard let left = stock[item], left > 0 else { return false }
    stock[item] = left - 1
    return true
  }
}

func makeServer(_ system: LocalTestingDistributedActorSystem) throws -> Container {
  try Container { batch in
    batch.register(LocalTestingDistributedActorSystem.self, instance: system)
    batch.register(Inventory.self) { r in Inventory(actorSystem: try r.resolve()) }
  }
}

extension CacheGroup { static let remote: CacheGroup = "remote" }

struct Shop: Sendable {
  let inventory: Provider<Inventory>

  func buy(_ item: String) async throws -> Bool { try await inventory().take(item) }
}

func makeClient(
  _ system: LocalTestingDistributedActorSystem,
  findInventory: @escaping @Sendable () throws -> Inventory.ID
) throws -> Container {
  try Container { batch in
    batch.register(Inventory.self, scope: .cached(.remote)) { _ in
      try Inventory.resolve(id: findInventory(), using: system)
    }
    batch.register(Shop.self) { r in Shop(inventory: r.provider()) }
  }
}

/// Stands for a cluster's actor system, with the calls that the article makes.
final class ClusterSystem: Sendable {
  struct Settings {
    struct Endpoint { var port = 0 }
    var endpoint = Endpoint()
  }

  struct Shutdown {
    let system: ClusterSystem
    func wait() async throws { for await _ in system.end {} }
  }

  static let opened = Mutex(0)
  let local = LocalTestingDistributedActorSystem()
  private let (end, ending) = AsyncStream.makeStream(of: Never.self)

  init(_ name: String, configuredWith configure: (inout Settings) -> Void) async {
    var settings = Settings()
    configure(&settings)
    ClusterSystem.opened.withLock { $0 += 1 }
  }

  func shutdown() throws -> Shutdown {
    ending.finish()
    return Shutdown(system: self)
  }
}

func registerCluster(
  _ batch: Batch,
  findInventory: @escaping @Sendable (ClusterSystem) async throws -> Inventory
) {
  batch.register(
    ClusterSystem.self, scope: .singleton(dispose: { try await $0.shutdown().wait() }),
    .async { _ in
      await ClusterSystem("shop") { settings in settings.endpoint.port = 7337 }
    })
  batch.register(
    Inventory.self, scope: .cached(.remote),
    .async { r in
      try await findInventory(r.resolve(ClusterSystem.self))
    })
}

@Suite("Beyond one process")
struct BeyondOneProcess {
  @Test
  func shop() async throws {
    let system = LocalTestingDistributedActorSystem()
    let server = try makeServer(system)
    let address = Mutex(try await server.resolve(Inventory.self).id)
    let client = try makeClient(system) { address.withLock { $0 } }
    let shop = try await client.resolve(Shop.self)
    var sold: [Bool] = []
    for _ in 1...4 { sold.append(try await shop.buy("tea")) }
    #expect(sold == [true, true, true, false])

    // The server restarts.
    client.seal()
    let restarted = try makeServer(system)
    let id = try await restarted.resolve(Inventory.self).id
    address.withLock { $0 = id }
    #expect(try await !shop.buy("tea"))
    // The next call looks the inventory up again; also after seal().
    client.reset(group: .remote)
    #expect(try await shop.buy("tea"))
  }

  @Test
  func cluster() async throws {
    let container = try Container { batch in
      registerCluster(batch) { Inventory(actorSystem: $0.local) }
    }
    let before = ClusterSystem.opened.withLock { $0 }
    let system = try await container.resolve(ClusterSystem.self)
    try await container.withOverrides({
      $0.register(ClusterSystem.self, instance: system)
    }) {
      // In the overrides the container builds a new reference, with the existing system.
      let inventory = try await container.resolve(Inventory.self)
      _ = try await inventory.take("tea")
    }
    #expect(ClusterSystem.opened.withLock { $0 } == before + 1)
    let report = try await container.shutdown()
    #expect(report.isClean)
  }
}

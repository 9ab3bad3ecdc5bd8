import Distributed
import Holdfast
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

struct Shop: Sendable {
  let inventory: Inventory

  func buy(_ item: String) async throws -> Bool { try await inventory.take(item) }
}

func makeClient(_ system: LocalTestingDistributedActorSystem, inventory id: Inventory.ID) throws -> Container {
  try Container { batch in
    batch.register(Inventory.self) { _ in try Inventory.resolve(id: id, using: system) }
    batch.register(Shop.self) { r in Shop(inventory: try r.resolve()) }
  }
}

@Suite("Beyond one process")
struct BeyondOneProcess {
  @Test
  func shop() async throws {
    let system = LocalTestingDistributedActorSystem()
    let server = try makeServer(system)
    let inventory = try await server.resolve(Inventory.self)
    let client = try makeClient(system, inventory: inventory.id)
    let shop = try await client.resolve(Shop.self)
    var sold: [Bool] = []
    for _ in 1...4 { sold.append(try await shop.buy("tea")) }
    #expect(sold == [true, true, true, false])
  }
}

public import Holdfast

public protocol Store: Sendable {
  func name(of id: Int) -> String?
}

public struct MemoryStore: Store {
  let names: [Int: String]

  public init(names: [Int: String]) { self.names = names }

  public func name(of id: Int) -> String? { names[id] }
}

public struct Greeter: Sendable {
  let store: any Store

  public func greet(_ id: Int) -> String {
    "Hello, \(store.name(of: id) ?? "stranger")!"
  }
}

public func makeContainer() throws -> Container {
  try Container { batch in
    batch.register((any Store).self) { _ in
      MemoryStore(names: [1: "Ada", 2: "Grace"])
    }
    batch.register(Greeter.self, .wired(Greeter.init))
  }
}

import Holdfast
import Testing

@Suite("Registering")
struct RegisteringTests {
  private protocol Store: Sendable {
    var name: String { get }
  }

  private final class Disk: Store {
    let name: String

    init(_ name: String) {
      self.name = name
    }
  }

  @Test("By type, by protocol, by name, chained")
  func kinds() throws {
    let container = Container()
    try container
      .register(Disk.self) { _ in Disk("type") }
      .register((any Store).self) { _ in Disk("protocol") }
      .register((any Store).self, named: "cache") { r in Disk("named, beside " + (try r.resolve(Disk.self).name)) }
      .register(Int.self, instance: 7)
      .register { _ in 2.5 }
      .register(named: "inferred", instance: "text")
    #expect(try container.resolve(Disk.self).name == "type")
    #expect(try container.resolve((any Store).self).name == "protocol")
    #expect(try container.resolve((any Store).self, named: "cache").name == "named, beside type")
    #expect(try container.resolve(Int.self) == 7)
    #expect(try container.resolve(Double.self) == 2.5)
    let text: String = try container.resolve(named: "inferred")
    #expect(text == "text")
    #expect(try container.resolve((any Store).self) as? Disk === container.resolve((any Store).self) as? Disk)
  }

  @Test("By typed key and by name from elsewhere")
  func typedKeys() throws {
    let key = Key<any Store>(named: "primary")
    let container = try Container { $0.register(named: "primary") { _ -> any Store in Disk("primary") } }
    #expect(try container.resolve(key).name == "primary")
    #expect(try container.resolve((any Store).self, named: Name("prim" + "ary")).name == "primary")
    #expect(key.erased == AnyKey((any Store).self, named: "primary"))
    #expect(container.keys() == [key.erased])
  }

  @Test("A container made with a batch has all of it")
  func batch() throws {
    let container = try Container { batch in
      batch.register(Int.self, instance: 1).register(String.self) { r in "\(try r.resolve(Int.self))" }
      for number in 0..<100 { batch.register(Int.self, named: Name("\(number)"), instance: number) }
    }
    #expect(container.keys().count == 102)
    #expect(try container.resolve(String.self) == "1")
    #expect(try container.resolve(Int.self, named: "99") == 99)
  }

  @Test("Of duplicates in one batch the last one wins")
  func duplicatesInBatch() throws {
    let container = try Container { $0.register(Int.self, instance: 1).register(Int.self, instance: 2).register(Int.self, instance: 3) }
    #expect(try container.resolve(Int.self) == 3)
    #expect(container.keys().count == 1)
    try container.registerAll { $0.register(Int.self, instance: 4).register(Int.self, instance: 5) }
    #expect(try container.resolve(Int.self) == 5)
    try container.unregister(Int.self)
    #expect(!container.contains(Int.self))
  }

  @Test("registerIfAbsent answers whether it registered, and never half of it")
  func ifAbsent() throws {
    for container in [Container(), Container(duplicates: .reject)] {
      #expect(try container.registerIfAbsent { $0.register(Int.self, instance: 1) })
      #expect(try !container.registerIfAbsent { $0.register(Int.self, instance: 2) })
      #expect(try !container.registerIfAbsent { $0.register(String.self, instance: "new").register(Int.self, instance: 3) })
      #expect(!container.contains(String.self))
      #expect(try container.resolve(Int.self) == 1)
      #expect(try container.registerIfAbsent { $0.register(String.self, instance: "new") })
      #expect(try container.registerIfAbsent { _ in })
    }
    let empty = Container()
    #expect(try failure { try empty.registerIfAbsent { $0.register(Int?.self, instance: nil) } }.code == .invalidKey)
  }

  @Test("Registering again replaces")
  func replaces() throws {
    let container = Container()
    try container.register(Int.self) { _ in 1 }
    #expect(try container.resolve(Int.self) == 1)
    try container.register(Int.self) { _ in 2 }
    #expect(try container.resolve(Int.self) == 2)
    #expect(container.keys().count == 1)
  }

  @Test("A rejecting container keeps the first and names both places")
  func rejects() throws {
    let container = Container(duplicates: .reject)
    try container.register(Int.self, instance: 1)
    let first = #line - 1
    let error = try failure { try container.register(Int.self, instance: 2) }
    let second = #line - 1
    #expect(error.code == .duplicate)
    #expect(error.key == AnyKey(Int.self))
    #expect(error.site?.line == UInt32(first))
    #expect(error.description.contains("RegisteringTests.swift:\(first)"))
    #expect(error.description.contains("RegisteringTests.swift:\(second)"))
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test("A rejecting container lists every duplicate of a batch with both places")
  func rejectsBatch() throws {
    let container = Container(duplicates: .reject)
    try container.register(Int.self, instance: 1).register(String.self, instance: "1")
    let error = try failure {
      try container.registerAll { batch in
        batch.register(Int.self, instance: 2)
        batch.register(Double.self, instance: 2)
        batch.register(String.self, instance: "2")
        batch.register(Double.self, instance: 3)
      }
    }
    let last = #line - 3
    #expect(error.code == .duplicate)
    for type in ["Swift.Int", "Swift.String", "Swift.Double"] { #expect(error.description.contains(type)) }
    for line in last - 3...last { #expect(error.description.contains("RegisteringTests.swift:\(line)")) }
    #expect(container.keys() == [AnyKey(Int.self), AnyKey(String.self)])
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test("An Optional cannot be registered")
  func optionalKey() throws {
    let container = Container()
    let error = try failure { try container.register(Int?.self, instance: 7) }
    #expect(error.code == .invalidKey)
    #expect(error.site?.file == #fileID)
    #expect(try failure { try container.register(Int?.self) { _ in 7 } }.code == .invalidKey)
    #expect(try failure { try container.register(Int??.self, scope: .transient) { _ in 7 } }.code == .invalidKey)
    #expect(try failure { try container.register(Int?.self, .factory(taking: String.self) { _, _ in 7 }) }.code == .invalidKey)
    #expect(container.keys().isEmpty)
  }
}

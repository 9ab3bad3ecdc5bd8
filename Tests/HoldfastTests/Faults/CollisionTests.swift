import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Keys whose hashes collide")
  struct CollisionTests {
    @Test("Case 64 S: keys whose hashes all collide are told apart")
    func collide() throws {
      let container = Container()
      let names = (0..<200).map { Name("name \($0)", hash: 42) }
      for (index, name) in names.enumerated() { try container.register(Int.self, named: name, instance: index) }
      #expect(try names.map { try container.resolve(Int.self, named: $0) } == Array(0..<200))
      for name in names.indices.filter({ !$0.isMultiple(of: 3) }).map({ names[$0] }) {
        #expect(try container.unregister(Int.self, named: name))
      }
      for (index, name) in names.enumerated() {
        #expect(container.contains(Int.self, named: name) == index.isMultiple(of: 3))
        #expect(container.peek(Int.self, named: name) == (index.isMultiple(of: 3) ? index : nil))
      }
      try container.registerAll { batch in
        for (index, name) in names.enumerated() { batch.register(Int.self, named: name, instance: -index) }
      }
      #expect(try names.map { try container.resolve(Int.self, named: $0) } == (0..<200).map { -$0 })
      #expect(container.keys().count == 200)
      #expect(!container.contains(Int.self))
      #expect(!container.contains(Int.self, named: Name("another", hash: 42)))
    }

    @Test("Case 64 S: keys of different types whose words collide are told apart")
    func typesCollide() throws {
      // A named key's word is the type's address plus the name's hash: solved for the second hash.
      let (first, second) = (UInt(bitPattern: ObjectIdentifier(Int.self)), UInt(bitPattern: ObjectIdentifier(String.self)))
      let hash = Int(bitPattern: 42 &+ first &- second)
      let container = Container()
      let (number, text) = (Name("same", hash: 42), Name("same", hash: hash))
      try container.register(Int.self, named: number, instance: 7).register(String.self, named: text, instance: "seven")
      #expect(try container.resolve(Int.self, named: number) == 7)
      #expect(try container.resolve(String.self, named: text) == "seven")
      #expect(try failure { try container.resolve(Int.self, named: text) }.code == .notRegistered)
      try container.unregister(Int.self, named: number)
      #expect(try container.resolve(String.self, named: text) == "seven")
      #expect(try failure { try container.resolve(Int.self, named: number) }.code == .notRegistered)
    }

    @Test("Case 64 S: threads resolve colliding keys while others are added and removed")
    func concurrent() async throws {
      let (container, isOver) = (Container(), Gate("the writer is done"))
      let stable = (0..<20).map { Name("stable \($0)", hash: 42) }
      for (index, name) in stable.enumerated() { try container.register(Int.self, named: name, instance: index) }
      let readers = (0..<3).map { _ in
        Pending.onThread {
          while !isOver.isOpen {
            for (index, name) in stable.enumerated() where try container.resolve(Int.self, named: name) != index { return false }
          }
          return true
        }
      }
      let writer = Pending.onThread {
        defer { isOver.open() }
        for round in 0..<(Sanitizer.isThread ? 200 : 1000) {
          let name = Name("passing \(round % 50)", hash: 42)
          try container.register(Int.self, named: name, instance: round)
          guard try container.resolve(Int.self, named: name) == round else { return false }
          if !round.isMultiple(of: 3) { try container.unregister(Int.self, named: name) }
        }
        return true
      }
      #expect(try await writer.value())
      for reader in readers { #expect(try await reader.value()) }
    }
  }
}

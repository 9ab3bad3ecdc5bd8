import Greetings
import HoldfastTesting
import Testing

@Test
func greetsWhomTheStoreKnows() throws {
  let container = try makeContainer()
  try container.withOverrides({
    $0.register((any Store).self, instance: MemoryStore(names: [7: "Barbara"]))
  }) {
    let greeter = try container.resolve(Greeter.self)
    #expect(greeter.greet(7) == "Hello, Barbara!")
  }
}

@Test
func everythingIsRegistered() throws {
  expectValid(try makeContainer())
}

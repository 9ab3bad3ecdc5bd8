import Holdfast
import HoldfastCompatibility
import Testing

@Suite("What only older containers ask for")
struct HoldfastCompatibilityPage {
  @Test("a chain of resolvers as a parent")
  func chain() throws {
    let plugins = try Container().register(Int.self, instance: 1)
    let base = try Container().register(Int.self, instance: 2).register(String.self, instance: "base")
    let container = Container(parent: ResolverChain([plugins, base]))
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(String.self) == "base")
  }
}

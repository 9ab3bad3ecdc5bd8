import Holdfast
import Testing

extension Regressions {
  /// What a generic function registers that the compiler has not specialized, as none of another module is. The optimizer put the types of the arguments
  /// on the function's stack, and so these tests say most in release.
  @Suite("Registrations of generic functions")
  struct GenericRegistrationRegressions {
    private final class Repository<Kind>: Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }

    /// What a closure keeps of the generic function.
    private struct Maker<Kind>: Sendable {
      let prefix: String
      func make(_ words: String...) -> Repository<Kind> { Repository(([prefix] + words).joined(separator: " ")) }
    }

    private enum Kind {}

    @Test("A factory that takes arguments")
    func factory() throws {
      let container = Container()
      try Self.factories(Maker<Kind>(prefix: "made"), to: container)
      try #expect(container.resolve(Repository<Kind>.self, with: 1).text == "made 1")
      try #expect(container.resolve(Repository<Kind>.self, with: 1, "one").text == "made 1 one")
    }

    @Test("An asynchronous factory and one of the main actor that take arguments")
    func asynchronous() async throws {
      let container = Container()
      try Self.asynchronous(Maker<Kind>(prefix: "made"), to: container)
      let (one, two) = try await (
        container.resolve(Repository<Kind>.self, with: 1), container.resolve(Repository<Kind>.self, with: 1, "one")
      )
      #expect(one.text == "made 1")
      #expect(two.text == "made 1 one")
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func factories<K>(_ maker: Maker<K>, to container: Container) throws {
      try container.register(Repository<K>.self, scope: .transient, .factory(taking: Int.self) { _, number in maker.make("\(number)") })
      try container.register(
        Repository<K>.self, scope: .transient, .factory(taking: Int.self, String.self) { _, number, word in maker.make("\(number)", word) })
    }

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func asynchronous<K>(_ maker: Maker<K>, to container: Container) throws {
      try container.register(Repository<K>.self, scope: .transient, .async(taking: Int.self) { _, number in maker.make("\(number)") })
      try container.register(
        Repository<K>.self, scope: .transient,
        .mainActor(taking: Int.self, String.self) { _, number, word in maker.make("\(number)", word) })
    }
  }
}

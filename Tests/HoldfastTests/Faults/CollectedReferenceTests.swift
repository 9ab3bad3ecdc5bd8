import Holdfast
import Testing

extension Faults {
  @Suite("Collections of references")
  struct CollectedReferenceTests {
    private final class Socket: Sendable {
      let label: String
      init(_ label: String) { self.label = label }
    }

    private func labels(_ providers: [Provider<Socket>], _ references: [Lazy<Socket>]) throws -> [String] {
      try providers.map { try $0.resolveNow().label } + references.map { try $0.value().label }
    }

    @Test("Case 134: references to values that are made already are references, however often they are asked for", arguments: Form.allCases)
    func made(_ form: Form) async throws {
      let container = try Container { batch in for label in ["a", "b"] { batch.contribute(Socket.self) { _ in Socket(label) } } }
      for index in 0..<3 {
        #expect(try container.resolveNow([Socket].self).map(\.label) == ["a", "b"])
        let found = try await ask(as: form.caller(index)) {
          try labels(container.resolveNow([Provider<Socket>].self), container.resolveNow([Lazy<Socket>].self))
        } async: {
          try await labels(container.resolve([Provider<Socket>].self), container.resolve([Lazy<Socket>].self))
        }.value()
        #expect(found == ["a", "b", "a", "b"])
      }
    }
  }
}

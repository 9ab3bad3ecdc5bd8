import Holdfast
import Testing

extension Faults {
  @Suite("Collections of references")
  struct CollectedReferenceTests {
    private final class Socket: Sendable {
      let label: String
      init(_ label: String) { self.label = label }
    }

    @Test("Case 134: references to values that are made already are references, however often they are asked for", arguments: Form.allCases)
    func made(_ form: Form) async throws {
      let container = try Container { batch in for label in ["a", "b"] { batch.contribute(Socket.self) { _ in Socket(label) } } }
      for index in 0..<3 {
        #expect(try container.resolveNow([Socket].self).map(\.label) == ["a", "b"])
        let labels = try await ask(as: form.caller(index)) {
          try container.resolveNow([Provider<Socket>].self).map { try $0.resolveNow().label }
            + container.resolveNow([Lazy<Socket>].self).map { try $0.value().label }
        } async: {
          try await container.resolve([Provider<Socket>].self).map { try $0.resolveNow().label }
            + container.resolve([Lazy<Socket>].self).map { try $0.value().label }
        }.value()
        #expect(labels == ["a", "b", "a", "b"])
      }
    }
  }
}

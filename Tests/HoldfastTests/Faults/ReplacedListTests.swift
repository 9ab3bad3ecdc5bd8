import Holdfast
import HoldfastDiagnostics
import Testing

/// What is registered again, by a replacement too, has its place in the collections of its type once.
extension Faults {
  @Suite("Collections of what is replaced")
  struct ReplacedListTests {
    private final class Settings: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }

    private final class Service: Sendable {
      let name: String
      let settings: Settings
      init(_ name: String, _ settings: Settings) { (self.name, self.settings) = (name, settings) }
    }

    private let container = Container()

    private var listed: [String] {
      get throws { try container.resolveAll(Service.self).map { "\($0.name)\($0.settings.number)" } }
    }

    private func replaceSettings(_ number: Int) async throws {
      try await container.replace { $0.register(Settings.self) { _ in Settings(number) } }
      #expect(container.brokenInvariant == nil)
    }

    @Test("What is made from a value that is replaced is listed once, and again when it is registered again after it was removed")
    func dependents() async throws {
      try container.register(Settings.self) { _ in Settings(1) }
      for name in ["a", "b"] {
        try container.register(Service.self, named: Name(name)) { r in Service(name, try r.resolve()) }
      }
      try container.contribute(Service.self) { r in Service("c", try r.resolve()) }
      #expect(try listed == ["a1", "b1", "c1"])
      for number in 2...4 {
        try await replaceSettings(number)
        #expect(try listed == ["a\(number)", "b\(number)", "c\(number)"])
        #expect(try container.resolveNow([Service].self).count == 3)
      }
      try container.unregister(Service.self, named: "a")
      #expect(try listed == ["b4", "c4"])
      try container.register(Service.self, named: "a") { r in Service("a", try r.resolve()) }
      #expect(try listed == ["b4", "c4", "a4"])
    }

    @Test("So is what is beside so many keys that names are kept before a caller asks for a collection")
    func besideMany() async throws {
      try container.register(Settings.self) { _ in Settings(1) }.contribute(Service.self) { r in Service("c", try r.resolve()) }
      try container.registerAll { batch in for number in 0..<1_100 { batch.register(Int.self, named: Name("\(number)"), instance: number) }
      }
      #expect(try listed == ["c1"])
      try await replaceSettings(2)
      #expect(try listed == ["c2"])
    }

    @Test("So is what is replaced itself, also twice in one batch, beside what is new", arguments: [1, 2])
    func replaced(_ times: Int) async throws {
      try container.register(Service.self, named: "a") { _ in Service("a", Settings(1)) }
      #expect(try listed == ["a1"])
      try await container.replace { batch in
        for _ in 0..<times {
          for name in ["a", "b"] { batch.register(Service.self, named: Name(name)) { _ in Service(name, Settings(2)) } }
        }
      }
      #expect(try listed.sorted() == ["a2", "b2"])
      try container.registerAll { batch in
        for _ in 0..<times {
          for name in ["a", "b", "c"] { batch.register(Service.self, named: Name(name)) { _ in Service(name, Settings(3)) } }
        }
      }
      #expect(try listed.sorted() == ["a3", "b3", "c3"])
      #expect(container.brokenInvariant == nil)
    }

    private struct Module: Assembly {
      func register(in batch: Batch) {
        batch.register(Settings.self) { _ in Settings(1) }
        batch.register(Service.self) { r in Service("a", try r.resolve()) }
      }
    }

    @Test("What is made again stays that of its assembly, and what is registered elsewhere does not")
    func assembly() async throws {
      let container = try Container(Module())
      _ = try container.resolveNow(Service.self)
      try await container.replace { $0.register(Settings.self) { _ in Settings(2) } }
      #expect(try container.resolveNow(Service.self).settings.number == 2)
      let assemblies = container.graph().nodes.map { ($0.key, $0.assembly) }
      #expect(assemblies.first { $0.0 == AnyKey(Service.self) }?.1 != nil)
      #expect(assemblies.first { $0.0 == AnyKey(Settings.self) }?.1 == nil)
    }
  }
}

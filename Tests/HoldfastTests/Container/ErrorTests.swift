import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

@Suite("Errors")
struct ErrorTests {
  @Test("An error has a code, a key, a path, a site, a cause and a remedy")
  func parts() throws {
    let (container, ledger) = (Container(), Ledger())
    try container.register(Plan("a", ledger, needs: ["b"]), as: .threads)
    try container.register(Part.self, named: "b") { _ in throw Broken(build: 7) }
    let line = #line - 1
    let error = try failure { try container.resolve(Part.self, named: "a") }
    #expect(error.code == .factoryFailed)
    #expect(error.key == AnyKey(Part.self, named: "b"))
    #expect(error.path == keys("a", "b"))
    #expect(error.site?.file == #fileID)
    #expect(error.site?.line == UInt32(line))
    #expect(error.underlying as? Broken == Broken(build: 7))
    #expect(!error.message.isEmpty && !error.remedy.isEmpty)
    for text in [error.message, error.remedy, "Broken(build: 7)", "ErrorTests.swift:\(line)", "→"] {
      #expect(error.description.contains(text))
    }
  }

  @Test("The error for a missing dependency names what needed it")
  func missing() throws {
    let (container, ledger) = (Container(), Ledger())
    try container.register(Plan("a", ledger, needs: ["b"]), as: .threads)
    try container.register(Plan("b", ledger, needs: ["missing"]), as: .threads)
    let error = try failure { try container.resolve(Part.self, named: "a") }
    #expect(error.code == .notRegistered)
    #expect(error.key == AnyKey(Part.self, named: "missing"))
    #expect(error.path == keys("a", "b", "missing"))
    #expect(error.site == nil)
    #expect(error.underlying == nil)
  }

  @Test("A factory that wraps a container's error is the one that failed")
  func wrapped() throws {
    struct Wrapped: Error {
      let cause: any Error
    }
    let container = Container()
    try container.register(Part.self, named: "a") { r in
      do {
        return try r.resolve(Part.self, named: "missing")
      } catch {
        throw Wrapped(cause: error)
      }
    }
    let error = try failure { try container.resolve(Part.self, named: "a") }
    #expect(error.code == .factoryFailed)
    #expect(error.key == AnyKey(Part.self, named: "a"))
    #expect(((error.underlying as? Wrapped)?.cause as? ResolutionError)?.code == .notRegistered)
  }

  @Test("A factory may catch the error of an optional dependency")
  func caught() throws {
    let container = Container()
    try container.register(Part.self, named: "a") { r in
      Part("a", parts: (try? r.resolve(Part.self, named: "missing")).map { [$0] } ?? [])
    }
    #expect(try container.resolve(Part.self, named: "a").parts.isEmpty)
  }

  @Test("Errors are equal when code, key and path are")
  func equality() throws {
    let containers = (0..<2).map { _ in Container() }
    for (index, container) in containers.enumerated() {
      try container.register(Plan("a", Ledger(), needs: ["b"]), as: .threads)
      try container.register(Part.self, named: "b") { _ in throw Broken(build: index) }
    }
    let errors = try containers.map { container in try failure { try container.resolve(Part.self, named: "a") } }
    #expect(errors[0] == errors[1], "another cause is the same error")
    #expect(try failure { try containers[0].resolve(Part.self, named: "b") } != errors[0], "another path is another error")
    #expect(try failure { try containers[0].resolve(Part.self, named: "c") } != errors[0])
  }

  @Test("Texts speak of what was asked for, in words that are the same in every run")
  func texts() async throws {
    struct Hidden: Sendable {}
    let container = Container(duplicates: .reject)
    try container.register(Hidden.self, scope: .transient, .factory(taking: Int.self) { _, _ in Hidden() })
    let other = try failure { try container.resolve(Hidden.self, with: "text") }
    #expect(other.message == "HoldfastTests.ErrorTests.Hidden taking Swift.String is not registered.")
    #expect(other.remedy.contains("ask for a registered key: HoldfastTests.ErrorTests.Hidden taking Swift.Int (at "))
    try container.declare(Hidden.self, needs: .on(Int.self))
    let declared = try failure { try container.declare(Hidden.self, needs: .on(Int.self)) }
    #expect(declared.code == .duplicate && declared.key == AnyKey(Hidden.self))
    #expect(declared.message.hasPrefix("The needs of HoldfastTests.ErrorTests.Hidden are declared already; the container refused"))
    let many = try failure { () throws(ResolutionError) in
      try container.apply(Thrice())
    }
    #expect(many.message.hasPrefix("2 registrations are duplicates, so nothing was applied: Swift.String (at "))
    let line = #line + 1
    container.seal()
    let sealed = "HoldfastTests.ErrorTests.Hidden cannot be changed: the container was sealed at HoldfastTests/ErrorTests.swift:\(line)."
    #expect(try failure { try container.declare(Hidden.self, needs: .on(Int.self)) }.message == sealed)
    #expect(try failure { try container.registerInjector(Hidden.self) { _, _ in } }.message == sealed)
    let asked = try failure { try Container.currentResolver() }
    #expect(asked.site == nil)
    let place = "HoldfastTests/ErrorTests.swift:\(#line - 2)"
    #expect(asked.message == "The current resolver was asked for at \(place), but no container is current there.")
    let property = try failure { _ = try Screen().resolver }
    #expect(property.code == .noCurrentContainer && property.site == nil)
    #expect(property.message == "The current resolver was asked for by Screen, but no container is current there.")
    try await container.shutdown(deadline: nil)
    let late = try failure { try container.register(String.self, instance: "") }
    #expect(late.code == .shutDown && late.message.hasPrefix("Swift.String cannot be changed: the container was shut down at "))
  }

  private struct Screen: Resolving {}

  private struct Thrice: Assembly {
    func register(in batch: Batch) {
      for text in ["a", "b", "c"] { batch.register(String.self, instance: text) }
    }
  }

  @Test("Who asks after overrides have ended is told which ones", arguments: [true, false])
  func afterOverrides(_ isAsynchronous: Bool) async throws {
    struct Late: Sendable {
      let number: Provider<Int>

      func ask() throws -> Int { try number() }
    }
    let container = Container()
    try container.register(Int.self, instance: 1).register(Late.self) { r in Late(number: r.provider()) }
    let late: Late
    let line: Int
    if isAsynchronous {
      line = #line + 1
      late = try await container.withOverrides({ _ in }) { () async throws in try await container.resolve(Late.self) }
    } else {
      line = #line + 1
      late = try container.withOverrides({ _ in }) { try container.resolve(Late.self) }
    }
    let error = try failure { try late.ask() }
    #expect(error.code == .shutDown)
    #expect(error.message == "Swift.Int was asked for after the overrides at HoldfastTests/ErrorTests.swift:\(line) had ended.")
  }

  @Test("The path of a long chain keeps its two ends")
  func longPath() throws {
    let (container, ledger) = (Container(), Ledger())
    let names = (0..<300).map { Name("part \($0)") }
    for index in 0..<299 { try container.register(Plan(names[index], ledger, needs: [names[index + 1]]), as: .threads) }
    let error = try failure { try container.resolve(Part.self, named: names[0]) }
    #expect(error.code == .notRegistered)
    #expect(error.path.first == AnyKey(Part.self, named: names[0]))
    #expect(error.path.last == AnyKey(Part.self, named: names[299]))
    #expect(error.description.contains("part 0\"") && error.description.contains("part 299\""))
    #expect(error.description.utf8.count <= 4096)
  }

  @Test("A wrong seed says where its key is registered, if it is, and where the scope was opened")
  func seedSites() throws {
    let container = Container()
    try container.register(seeded: String.self).register(Int.self) { _ in 1 }.register(seeded: Bool.self, in: "session")
    let line = UInt32(#line - 1)
    let cases: [(seeds: [Seed], line: UInt32?)] = [
      ([.value(2.5)], nil), ([.value(2.5), .value(3.5)], nil), ([.value("a"), .value("b")], line), ([.value("a"), .value(2)], line),
      ([.value("a"), .value(true)], line),
    ]
    for (seeds, line) in cases {
      let opened = #line + 1
      let error = try failure { try container.openScope(seeds: seeds) }
      #expect(error.code == .invalidSeed)
      #expect(error.site?.line == line, "\(error)")
      #expect(error.description.contains("registered at") == (line != nil))
      #expect(error.message.hasPrefix("The scope opened at HoldfastTests/ErrorTests.swift:\(opened) was given "), "\(error.message)")
    }
  }

  @Test("Names of scope kinds and cache groups are escaped and cut, and plain ones stay as they are")
  func labels() throws {
    let wild = "a\"b\n\u{1B}[31m\u{202E}" + String(repeating: "x", count: 100_000)
    let (kind, group) = (ScopeKind(wild), CacheGroup(wild))
    let container = Container()
    try container.register(Int.self, scope: .scoped(to: kind)) { _ in 1 }.register(String.self, scope: .cached(group)) { _ in "" }
      .register(seeded: Bool.self, in: kind)
    let escaped = "a\\\"b\\u{a}\\u{1b}[31m\\u{202e}x"
    let errors = try [
      failure { try container.resolve(Int.self) }, failure { try container.openScope(seeds: [.value(true)]) },
      failure { try container.openScope(seeds: [.value("")]) },
    ]
    let drawings = [container.graph().mermaid, container.graph().dot]
    let texts = errors.flatMap { [$0.message, $0.description, $0.remedy] } + drawings
    for text in texts {
      #expect(text.utf8.count < 5000 && !text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(text.prefix(500))")
    }
    for text in errors.map(\.message) + [errors[0].remedy] {
      #expect(text.contains(escaped) && !text.contains("\n"), "\(text.prefix(500))")
    }
    let plain = Container()
    try plain.register(Int.self, scope: .scoped(to: "session")) { _ in 1 }.register(String.self, scope: .cached("mail")) { _ in "" }
    let error = try failure { try plain.resolve(Int.self) }
    #expect(error.message.contains("of the kind \"session\"") && error.remedy.contains("container.withScope(\"session\")"))
    #expect(plain.graph().nodes.map { "\($0.lifetime)" } == ["scoped(session)", "cached(mail)"])
  }

  @Test("Typed throws: what a resolve throws needs no cast")
  func typed() {
    do throws(ResolutionError) {
      _ = try Container().resolve(Int.self)
      Issue.record("expected an error")
    } catch {
      #expect(error.code == .notRegistered)
    }
  }
}

import Holdfast
import TestSupport
import Testing

@Suite("Sealing")
struct SealTests {
  private final class Service: Sendable {}

  @Test("After seal every change is an error that names the sealing place")
  func changes() throws {
    let container = try Container { $0.register(Service.self) { _ in Service() }.register(Int.self, instance: 1) }
    container.seal()
    let line = #line - 1
    container.seal()
    let before = try container.resolve(Service.self)
    let changes: [() throws -> Void] = [
      { try container.register(String.self, instance: "") },
      { try container.register(Int.self, instance: 2) },
      { try container.registerAll { $0.register(String.self, instance: "").register(Double.self, instance: 1) } },
      { try container.registerIfAbsent { $0.register(String.self, instance: "") } },
      { try container.unregister(Int.self) },
      { try container.reset(Service.self) },
      { try container.resetAll() },
    ]
    for change in changes {
      let error = try failure { try change() }
      #expect(error.code == .sealed)
      #expect(error.description.contains("SealTests.swift:\(line)"))
    }
    #expect(container.keys().count == 2)
    #expect(try container.resolve(Service.self) === before)
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test("After seal a cached value can still be reset, by its key and by its group")
  func cachedValues() throws {
    let container = try Container { $0.register(Service.self, scope: .cached("group")) { _ in Service() } }
    container.seal()
    let first = try container.resolve(Service.self)
    #expect(try container.reset(Service.self))
    let second = try container.resolve(Service.self)
    container.reset(group: "group")
    let third = try container.resolve(Service.self)
    #expect(first !== second && second !== third && third !== first)
    #expect(try container.resolve(Service.self) === third)
  }

  @Test("What was not built yet is built after seal, once", arguments: Form.allCases)
  func buildsLater(_ form: Form) async throws {
    for _ in 0..<20 {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger), as: form)
      container.seal()
      let parts = try await herd(6, container, name, as: form).map { try $0.get() }
      #expect(parts.allSatisfy { $0 === parts[0] })
      #expect(ledger.builds(name) == 1)
    }
  }

  @Test("A change that the seal did not refuse stays, and readers without a lock hold on to nothing that is gone", .load)
  func raceOfChanges() async throws {
    for _ in 0..<Effort.scaled(400) {
      let (container, running) = (Container(), Countdown(3, "the writer and the readers"))
      try container.register(Numbered.self, instance: Numbered(0))
      let writer = Pending.onThread {
        running.arrive()
        var last = 0
        while Self.accepts({ try container.register(Numbered.self, instance: Numbered(last + 1)) }) { last += 1 }
        return last
      }
      let readers = (0..<2).map { _ in
        Pending.onThread {
          running.arrive()
          var sum = 0
          for _ in 0..<2000 { sum &+= try container.resolveNow(Numbered.self).number }
          return sum
        }
      }
      try await running.pass()
      container.seal()
      #expect(try await container.resolve(Numbered.self).number == writer.value())
      for reader in readers { _ = try await reader.value() }
    }
  }

  private static func accepts(_ change: () throws -> Void) -> Bool {
    do { try change() } catch { return false }
    return true
  }

  private final class Numbered: Sendable {
    let number: Int

    init(_ number: Int) {
      self.number = number
    }
  }

  @Test("Failures, cycles and missing keys are what they were")
  func errors() throws {
    let (container, ledger) = (Container(), Ledger())
    try container.register(Plan("a", ledger, needs: ["b"]), as: .threads)
    try container.register(Plan("b", ledger, needs: ["a"]), as: .threads)
    try container.register(Plan("c", ledger).checking { if $0 == 1 { throw Broken(build: $0) } }, as: .threads)
    container.seal()
    #expect(try failure { try container.resolve(Part.self, named: "a") }.path == keys("a", "b", "a"))
    #expect(try failure { try container.resolve(Part.self, named: "c") }.code == .factoryFailed)
    #expect(try container.resolve(Part.self, named: "c").build == 2)
    #expect(try failure { try container.resolve(Part.self, named: "d") }.code == .notRegistered)
  }

  @Test("Transient and weak keep their own life")
  func ownLife() throws {
    let container = Container()
    try container.register(Service.self, named: "transient", scope: .transient) { _ in Service() }
    try container.register(Service.self, named: "weak", scope: .weak) { _ in Service() }
    container.seal()
    #expect(try container.resolve(Service.self, named: "transient") !== container.resolve(Service.self, named: "transient"))
    weak var first: Service?
    do {
      let held = try container.resolve(Service.self, named: "weak")
      first = held
      #expect(try container.resolve(Service.self, named: "weak") === held)
    }
    #expect(first == nil)
    _ = try container.resolve(Service.self, named: "weak")
  }

  @Test("Threads read while the container is sealed", .load)
  func race() async throws {
    for _ in 0..<50 {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger), as: .threads)
      let start = Gate("the start")
      let readers = (0..<4).map { _ in
        Pending.onThread {
          try start.block()
          let first = try container.resolve(Part.self, named: name)
          return try (0..<200).allSatisfy { _ in try container.resolve(Part.self, named: name) === first }
        }
      }
      start.open()
      container.seal()
      for reader in readers { #expect(try await reader.value()) }
      #expect(ledger.builds(name) == 1)
    }
  }

  /// How often the races below are run; what they look for is memory that is freed too early.
  private static let rounds = Sanitizer.isOn ? 40 : 200

  /// A sealed container with built parts.
  private static func sealed(_ count: Int, _ ledger: Ledger) throws -> Container {
    let container = Container()
    for number in 0..<count { try container.register(Plan(Name("\(number)"), ledger), as: .threads) }
    container.seal()
    for number in 0..<count { _ = try container.resolve(Part.self, named: Name("\(number)")) }
    return container
  }

  /// Resolves again and again, until the container is shut down; answers what else happened.
  private static func readUntilTheEnd(_ resolver: some Resolver, _ names: [Name]) throws -> ResolutionError? {
    let patience = Patience()
    while !patience.isOver {
      do {
        for name in names {
          let part = try resolver.resolve(Part.self, named: name)
          if part.name != name || part.build != 1 { throw TimedOut(what: "the right part") }
        }
      } catch let error as ResolutionError {
        return error.code == .shutDown ? nil : error
      }
    }
    throw TimedOut(what: "the end of the container")
  }

  @Test("Threads read a sealed container while it is shut down", .load)
  func shutdown() async throws {
    for _ in 0..<Self.rounds {
      let ledger = Ledger()
      do {
        let container = try await onThread { try Self.sealed(20, ledger) }
        let names = (0..<20).map { Name("\($0)") }
        let readers = (0..<3).map { _ in Pending.onThread { try Self.readUntilTheEnd(container, names) } }
        try await container.shutdown(deadline: nil)
        for reader in readers { #expect(try await reader.value() == nil) }
      }
      try await Timeout.until("all parts are dead") { ledger.alive.value == 0 }
    }
  }

  @Test("Threads read through a kept resolver while its sealed container goes", .load)
  func keptResolver() async throws {
    for _ in 0..<Self.rounds {
      let (ledger, names) = (Ledger(), (0..<20).map { Name("\($0)") })
      var readers: [Pending<ResolutionError?>] = []
      do {
        let container = Container()
        for name in names { try container.register(Plan(name, ledger), as: .threads) }
        try container.register(KeptResolver.self, scope: .transient) { r in KeptResolver(resolver: r.concurrent) }
        container.seal()
        for name in names { _ = try container.resolveNow(Part.self, named: name) }
        let resolver = try container.resolveNow(KeptResolver.self).resolver
        readers = (0..<3).map { _ in Pending.onThread { try Self.readUntilTheEnd(resolver, names) } }
      }
      for reader in readers { #expect(try await reader.value() == nil) }
      readers = []
      try await Timeout.until("all parts are dead") { ledger.alive.value == 0 }
    }
  }
}

private struct KeptResolver {
  let resolver: any Resolver & Sendable
}

import Holdfast
import Testing

/// What a container notes of few keys only when it is asked: the answers do not depend on their number.
@Suite("Many keys")
struct ManyKeysTests {
  /// On both sides of the number from which on names are noted as they come.
  private static let counts = [20, 1_023, 1_024, 1_025, 1_030, 2_100]

  private func register(_ names: some Sequence<Int>, _ container: Container, inBatch: Bool) throws {
    func add(_ name: Int, to registrar: some Registrar) throws {
      if name.isMultiple(of: 100) {
        try registrar.register(Part.self, named: Name("\(name)")) { _ in Part(Name("\(name)")) }
      } else {
        try registrar.register(Int.self, named: Name("\(name)"), instance: name)
      }
    }
    if inBatch {
      try container.registerAll { batch in for name in names { try add(name, to: batch) } }
    } else {
      for name in names { try add(name, to: container) }
    }
  }

  @Test("All of a type are found, however many there are, and whenever they are asked for first", arguments: counts, [false, true])
  func found(_ count: Int, inBatch: Bool) throws {
    for isAskedBefore in [false, true] {
      let container = Container()
      if isAskedBefore { #expect(try container.resolveAll(Part.self).isEmpty) }
      try register(0..<count, container, inBatch: inBatch)
      // Registered again, and removed, before the first question and after it.
      try register([0, 1], container, inBatch: inBatch)
      let all = stride(from: 100, to: count, by: 100).map { "\($0)" } + ["0"]
      #expect(try container.resolveAll(Part.self).map(\.name.text) == all)
      #expect(try container.unregister(Part.self, named: "0"))
      #expect(try container.resolveAll(Part.self).map(\.name.text) == all.dropLast())
      // It may come again, and go again.
      try register([0], container, inBatch: inBatch)
      #expect(try container.resolveAll(Part.self).map(\.name.text) == all)
      #expect(try container.unregister(Part.self, named: "0"))
      try register(count..<count + 101, container, inBatch: inBatch)
      let more = stride(from: 0, to: count + 101, by: 100).map { "\($0)" }.filter { $0 != "0" }
      #expect(try container.resolveAll(Part.self).map(\.name.text) == more)
    }
  }

  @Test("A decorator applies to all of its type, however many keys there are", arguments: counts, [false, true])
  func decorated(_ count: Int, inBatch: Bool) throws {
    let container = Container()
    try register(0..<count, container, inBatch: inBatch)
    try container.decorate(Part.self) { part, _ in Part(Name("decorated \(part.name.text)")) }
    try register([count * 100], container, inBatch: inBatch)
    let names = stride(from: 0, to: count, by: 100).map { "decorated \($0)" } + ["decorated \(count * 100)"]
    #expect(try container.resolveAll(Part.self).map(\.name.text) == names)
  }

  @Test("Instances are released in reverse order of their creation, however many there are", arguments: [3, 16, 17, 64, 65, 200])
  func released(_ count: Int) throws {
    let (ledger, names) = (Ledger(), (0..<count).map { Name("\($0)") })
    // Every third is never built. The others are built in another order than that of their registration.
    let built = (0..<count).filter { !$0.isMultiple(of: 3) }.sorted { ($0 * 7 % count, $0) < ($1 * 7 % count, $1) }
    do {
      let container = Container()
      for number in 0..<count { try container.register(Part.self, named: names[number]) { _ in Part(names[number], ledger: ledger) } }
      for number in built { _ = try container.resolve(Part.self, named: names[number]) }
    }
    #expect(ledger.dead == built.reversed().map { names[$0] })
  }
}

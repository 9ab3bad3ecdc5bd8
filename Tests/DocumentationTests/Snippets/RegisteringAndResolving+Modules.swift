import Holdfast
import HoldfastDiagnostics
import Testing

// An app of modules.

extension RegisteringAndResolving {
  // module Catalog: its interface,
  // and a protocol for each thing that it needs from another module
  protocol Pricing: Sendable {
    func price(of item: String) -> Int
  }

  struct Catalog: Sendable {
    let pricing: any Pricing
    func line(_ item: String) -> String { "\(item): \(pricing.price(of: item))" }
  }

  struct CatalogModule: Assembly {
    func register(in batch: Batch) { batch.register(Catalog.self, .wired(Catalog.init)) }
  }

  // module Shop: implements what the catalog needs
  struct ShopPricing: Pricing {
    let discount: Int
    func price(of item: String) -> Int { 100 - discount }
  }

  struct ShopModule: Assembly {
    let discount: Int
    func register(in batch: Batch) {
      batch.register((any Pricing).self) { _ in ShopPricing(discount: discount) }
    }
  }

  // the program: the one place that knows all modules, and the environments
  enum Environment {
    case staging, live

    var modules: [any Assembly] {
      switch self {
      case .live: [CatalogModule(), ShopModule(discount: 0)]
      case .staging: [CatalogModule(), ShopModule(discount: 50)]
      }
    }
  }

  func makeApp(_ environment: Environment) throws -> Container {
    try Container(environment.modules)
  }

  struct FixedPricing: Pricing {
    func price(of item: String) -> Int { 7 }
  }

  func makeCatalogAlone() throws -> Container {
    try Container(CatalogModule()).register((any Pricing).self, instance: FixedPricing())
  }

  struct Receipt: Sendable {
    let number: Int
    let pricing: any Pricing
  }

  struct ReceiptModule: Assembly {
    private struct Numbers: Sendable { let next: @Sendable () -> Int }

    func register(in batch: Batch) {
      batch.registerIfAbsent { $0.register((any Pricing).self) { _ in FixedPricing() } }
      batch.register(Numbers.self) { _ in Numbers(next: { 1 }) }
      batch.register(Receipt.self) { r in
        Receipt(number: try r.resolve(Numbers.self).next(), pricing: try r.resolve())
      }
    }
  }

  final class AuditLog: Sendable {
    let path: String
    init(path: String) { self.path = path }
    func open() throws { throw CancellationError() }
  }

  struct AuditModule: Assembly {
    /// Registers something else in the place of what this module registers.
    var replacement: (@Sendable (Batch) -> Void)?

    func register(in batch: Batch) {
      if let replacement { return replacement(batch) }
      batch.register(AuditLog.self) { _ in AuditLog(path: "/var/log/audit") }
    }

    func loaded(in container: Container) throws {
      if replacement == nil { try container.resolve(AuditLog.self).open() }
    }
  }

  struct BillingModule: Assembly {
    var dependencies: [any Assembly] { [AuditModule()] }

    /// What the module requires of others. It is validated, and built by nothing.
    private struct Requirements {
      init(_ log: AuditLog, _ pricing: any Pricing) {}
    }

    func register(in batch: Batch) {
      batch.register(Requirements.self, scope: .transient, .wired(Requirements.init))
    }
  }

  func makeBilling() throws -> Container {
    try Container(
      BillingModule(),
      AuditModule { $0.register(AuditLog.self) { _ in AuditLog(path: "test") } })
  }

  @Test("a module that stands in for another is applied in its place, and what a module requires is reported by its place")
  func standIns() throws {
    let container = try makeBilling()
    #expect(try container.resolve(AuditLog.self).path == "test")
    let problem = try #require(container.problems().first)
    #expect(problem.kind == .missing && "\(problem)".contains("Pricing") && "\(problem)".contains("Requirements"), "\(problem)")
    #expect(try container.register((any Pricing).self, instance: FixedPricing()).problems().isEmpty)
    // The real one is opened when it is loaded.
    #expect(throws: (any Error).self) { try Container(BillingModule()) }
  }

  func offerSpareMirror(_ isOffered: Bool, in container: Container) throws {
    if isOffered {
      try container.contribute((any Mirror).self, id: "spare") { _ in
        WebMirror(host: "spare")
      }
    } else {
      try container.unregister((any Mirror).self, id: "spare")
    }
  }

  @Test("a contribution that has an identity comes and goes")
  func spare() throws {
    let container = try Container(duplicates: .reject) { batch in
      batch.contribute((any Mirror).self) { _ in WebMirror(host: "main") }
    }
    for _ in 0..<2 {
      try offerSpareMirror(true, in: container)
      #expect(try container.resolveAll((any Mirror).self).map(\.host) == ["main", "spare"])
      try offerSpareMirror(false, in: container)
      #expect(try container.resolveAll((any Mirror).self).map(\.host) == ["main"])
    }
  }

  enum Region: Hashable, Sendable {
    case europe, asia
  }

  struct RegionalMirror: Sendable {
    let region: Region
    let mirror: any Mirror
  }

  func registerRegions(in batch: Batch) {
    batch.contribute(RegionalMirror.self) { _ in
      RegionalMirror(region: .europe, mirror: WebMirror(host: "eu"))
    }
    batch.contribute(RegionalMirror.self) { _ in
      RegionalMirror(region: .asia, mirror: WebMirror(host: "as"))
    }
    batch.register([Region: any Mirror].self) { r in
      let all = try r.resolveAll(RegionalMirror.self)
      return Dictionary(all.map { ($0.region, $0.mirror) }, uniquingKeysWith: { $1 })
    }
  }

  @Test("a dictionary with keys of the program's own")
  func regions() throws {
    let container = try Container { registerRegions(in: $0) }
    #expect(try container.resolve([Region: any Mirror].self)[.asia]?.host == "as")
    #expect(try container.resolve([Region: any Mirror].self).count == 2)
  }

  @Test("a module's default gives way wherever the other module stands, and what is private in it is validated with the rest")
  func defaults() throws {
    let alone = try Container(ReceiptModule())
    #expect(try alone.resolve(Receipt.self).pricing.price(of: "tea") == 7)
    for modules: [any Assembly] in [[ReceiptModule(), ShopModule(discount: 1)], [ShopModule(discount: 1), ReceiptModule()]] {
      let app = try Container(modules, duplicates: .reject)
      #expect(try app.resolve(Receipt.self).pricing.price(of: "tea") == 99)
      try app.validate(.afterRun, roots: [AnyKey(Receipt.self)])
    }
  }

  @Test("the composition root knows all modules; one alone is tested with a stand-in")
  func modules() throws {
    #expect(try makeApp(.live).resolve(Catalog.self).line("tea") == "tea: 100")
    #expect(try makeApp(.staging).resolve(Catalog.self).line("tea") == "tea: 50")
    #expect(try makeCatalogAlone().resolve(Catalog.self).line("tea") == "tea: 7")
    try makeApp(.live).validate(roots: [AnyKey(Catalog.self)])
    #expect(try Container(CatalogModule()).problems().map(\.kind) == [.missing])
  }
}

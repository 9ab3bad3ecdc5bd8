import Holdfast

/// What the program is made of.
struct TallyAssembly: Assembly {
  let options: Options

  func register(in batch: Batch) {
    batch.register(Options.self, instance: options)
    batch.register((any Source).self) { _ in FileSource() }
    batch.register((any Format).self, named: "text") { _ in TextFormat() }
    batch.register((any Format).self, named: "json") { _ in JSONFormat() }
    batch.forward((any Format).self, toName: { r in try r.resolve(Options.self).json ? "json" : "text" })
    batch.register(Tally.self, .wired(Tally.init))
  }
}

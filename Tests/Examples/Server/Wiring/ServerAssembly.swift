package import Holdfast

/// What the server is made of. In a larger program each of the assemblies it depends on is in a module of its own.
package struct ServerAssembly: Assembly {
  let options: ServerOptions
  let counters: Counters

  package init(_ options: ServerOptions, _ counters: Counters) {
    self.options = options
    self.counters = counters
  }

  package var dependencies: [any Assembly] {
    let live: [any Assembly] = options.replacements > 0 ? [LiveAssembly(counters: counters)] : []
    return [DatabaseAssembly(options: options), RequestAssembly(options: options)] + live
  }

  package func register(in batch: Batch) {
    batch.register(instance: counters)
    batch.register((any Phrasebook).self) { _ in EnglishPhrasebook() }
  }
}

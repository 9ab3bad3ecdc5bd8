import Holdfast

/// Holdfast's container behind the operations that the workloads use; a thin adapter that only notes which factories run.
///
/// Key `n` is the type `Tracked` under the name `n`.
package final class HoldfastSubject: StressSubject {
  private let container = Container()
  private let trace = FactoryTrace(keyCount: HoldfastKeys.all.count)

  package init() {}

  package func registerSingleton(_ key: Int, _ factory: @escaping StressFactory) throws {
    try container.register(
      Tracked.self, named: HoldfastKeys.name(key), scope: .singleton,
      factory: { [trace] resolution in
        try trace.observe(key) { try factory(HoldfastDependencies(resolution: resolution, key: key, trace: trace)) }
      })
  }

  package func registerTransient(_ key: Int, _ factory: @escaping StressFactory) throws {
    try container.register(
      Tracked.self, named: HoldfastKeys.name(key), scope: .transient,
      factory: { [trace] resolution in
        try trace.observe(key) { try factory(HoldfastDependencies(resolution: resolution, key: key, trace: trace)) }
      })
  }

  package func registerWeak(_ key: Int, _ factory: @escaping StressFactory) throws {
    try container.register(
      Tracked.self, named: HoldfastKeys.name(key), scope: .weak,
      factory: { [trace] resolution in
        try trace.observe(key) { try factory(HoldfastDependencies(resolution: resolution, key: key, trace: trace)) }
      })
  }

  package func registerWeakInstance(_ key: Int, _ instance: Tracked) throws {
    try container.register(Tracked.self, named: HoldfastKeys.name(key), weak: instance)
  }

  package func unregister(_ key: Int) throws(SubjectFailure) -> Bool? {
    try SubjectFailure.telling { try container.unregister(Tracked.self, named: HoldfastKeys.name(key)) }
  }

  package func reset(_ key: Int) throws(SubjectFailure) -> Bool? {
    try SubjectFailure.telling { try container.reset(Tracked.self, named: HoldfastKeys.name(key)) }
  }

  package func resetAll() throws(SubjectFailure) {
    try SubjectFailure.telling { try container.resetAll() }
  }

  package func seal() {
    container.seal()
  }

  package func resolve(_ key: Int) throws(SubjectFailure) -> Tracked {
    do {
      return try container.resolve(HoldfastKeys.all[key])
    } catch {
      throw SubjectFailure(error)
    }
  }

  package func resolveInTask(_ key: Int) async throws(SubjectFailure) -> Tracked {
    do {
      return try await container.resolve(HoldfastKeys.all[key])
    } catch {
      throw SubjectFailure(error)
    }
  }

  package var report: String {
    "\(container); \(trace.report)"
  }
}

/// Holdfast's keys for the numbers that workloads use, made once so that a hit does not pay for them.
enum HoldfastKeys {
  static let all: [Key<Tracked>] = (0..<256).map { Key(Tracked.self, named: name($0)) }

  static func name(_ key: Int) -> Name {
    Name(String(key))
  }
}

/// What a factory of a workload receives when Holdfast calls it.
struct HoldfastDependencies: StressResolving {
  let resolution: FactoryResolver
  let key: Int
  let trace: FactoryTrace

  func resolve(_ dependency: Int) throws -> Tracked {
    try trace.observe(key, askingFor: dependency) { try resolution.resolve(HoldfastKeys.all[dependency]) }
  }
}

import Holdfast

/// One container of a composition root, with what happened in it.
final class MadeContainer: Sendable {
  let container: Container
  let log: EventLog
  /// What the overrides stand in front of.
  private let base: Container?
  /// Its own keys of what is contributed, by those that are common to all containers of the root.
  private let contributed: [AnyKey: AnyKey]

  /// What the closure handed out.
  var original: Container { base ?? container }

  /// - Parameter extra: registered in front of everything else, in a layer.
  init(_ examination: Examination, extra: (@Sendable (Batch) throws -> Void)? = nil) throws {
    let root = examination.root
    let original = try root.makeContainer()
    let contributed = examination.contributions.learn(original)
    let hanging = Set(examination.findings.hanging.map { contributed[$0] ?? $0 })
    let overrides = [root.touching.overrides, extra, Defused.overrides(hanging)].compactMap { $0 }
    if overrides.isEmpty {
      (container, base, self.contributed) = (original, nil, contributed)
    } else {
      container = try Container(overriding: original) { batch in for override in overrides { try override(batch) } }
      base = original
      self.contributed = examination.contributions.learn(container)
    }
    log = EventLog(of: container) { [contributions = examination.contributions] in contributions.common($0) }
  }

  /// This container's own key.
  func ownKey(_ key: AnyKey) -> AnyKey { contributed[key] ?? key }

  /// Removes the instance of a key.
  func reset(_ key: AnyKey) {
    func reset<T>(_ type: T.Type, _ name: Name?) { _ = try? container.reset(type, named: name) }
    let own = ownKey(key)
    reset(own.type, own.name)
  }

  /// Removes a key with its instance, also where that was registered as one.
  func release(_ key: AnyKey) {
    func unregister<T>(_ type: T.Type, _ name: Name?) {
      for container in [container, original] { _ = try? container.unregister(type, named: name) }
    }
    reset(key)
    let own = ownKey(key)
    unregister(own.type, own.name)
  }

  /// Shuts it down, and what it stands in front of.
  func shutDown(_ policy: ShutdownPolicy = .drain, within limit: Duration) async -> ShutdownReport? {
    let report = try? await container.shutdown(builds: policy, deadline: limit)
    _ = try? await base?.shutdown(deadline: limit)
    return report
  }
}

/// What factories that hang are replaced with, so that they do so once only: each takes a thread for good.
struct Defused: Error {
  /// Nil if nothing is to be replaced.
  static func overrides(_ keys: Set<AnyKey>) -> (@Sendable (Batch) throws -> Void)? {
    if keys.isEmpty { return nil }
    return { batch in for key in keys where key.valueType == key.type { replace(key.type, key.name, in: batch) } }
  }

  private static func replace<T>(_ type: T.Type, _ name: Name?, in batch: Batch) {
    batch.register(type, named: name, scope: .transient) { _ in throw Defused() }
  }

  /// Whether an error says only that something needs a factory that hangs.
  static func isCause(of error: any Error) -> Bool {
    error is Defused || (error as? ResolutionError)?.underlying.map(isCause) == true
  }
}

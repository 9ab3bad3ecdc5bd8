import OnceKernel

extension Registry {
  /// Applies a batch with its defaults: all of it, seen by all threads at once, or nothing.
  ///
  /// - Parameters:
  ///   - isTaken: for each group of defaults, whether what this container asks has one of its keys.
  ///   - change: what assemblies change, if they fill the batch.
  func apply(_ contents: BatchContents, isTaken: [Bool], by change: AssemblyChange?) -> Result<Applied, ResolutionError> {
    if let change, change.seen != applied.version { return .success(.outdated) }
    let (batch, groups) = (contents.registrations, contents.defaults)
    if let first = (batch.first ?? groups.first?.first)?.subject ?? contents.removed.first, let refusal = refusal(of: first) {
      return .failure(refusal)
    }
    let accepted = accepted(groups, after: batch, isTaken)
    let all = accepted.reduce(batch) { $0 + groups[$1] }
    return apply(all, removing: contents.removed).map { removed in
      for index in accepted { for registration in groups[index] { history.defaults.insert(registration.key) } }
      guard let change else { return Applied(registrations: all, accepted: accepted, removed: removed) }
      history.assemblies.merge(change.owners) { $1 }
      for index in accepted { for registration in groups[index] { history.assemblies[registration.key] = change.defaultOwners[index] } }
      let replaced = applied
      applied = change.applied
      return Applied(registrations: all, accepted: accepted, removed: removed, replaced: replaced)
    }
  }

  /// Which groups of defaults apply: those of whose keys none is registered, neither before nor by what is applied with them.
  func accepted(_ groups: [[Registration]], after batch: [Registration], _ isTaken: [Bool]) -> [Int] {
    if groups.isEmpty { return [] }
    var added = Dictionary(grouping: batch, by: \.key)
    return groups.indices.filter { index in
      if isTaken[index] { return false }
      let exists = groups[index].contains { registration in
        if let existing = cell(for: registration.key)?.registration, registration.conflicts(with: existing) { return true }
        return added[registration.key]?.contains { registration.conflicts(with: $0) } == true
      }
      if exists { return false }
      for registration in groups[index] { added[registration.key, default: []].append(registration) }
      return true
    }
  }

  /// What is registered under a key, unless it is a default.
  func ordinary(_ key: AnyKey) -> Registration? {
    history.defaults.contains(key) && !Mutant.defaultIsDuplicate.isActive ? nil : cell(for: key)?.registration
  }

  func duplicates(in batch: [Registration]) -> [(existing: Registration, refused: Registration)] {
    var found: [(existing: Registration, refused: Registration)] = []
    var inBatch: [AnyKey: Registration] = [:]
    for registration in batch {
      let key = registration.key
      if let first = ordinary(key) ?? inBatch[key], registration.conflicts(with: first) {
        found.append((first, registration))
      } else if batch.count > 1 {
        inBatch[key] = registration
      }
    }
    return found
  }

  /// Knows of no assembly any more that was applied; answers those it knew, to be released outside the lock.
  func forgetAssemblies() -> AppliedAssemblies {
    let forgotten = applied
    applied = AppliedAssemblies(after: forgotten)
    return forgotten
  }
}

/// What came of a batch.
struct Applied: Sendable {
  /// The registrations of the batch, and of the defaults that applied.
  var registrations: [Registration] = []
  /// Which groups of defaults applied.
  var accepted: [Int] = []
  /// The cells that were replaced, until the caller takes them.
  private(set) var removed: [OnceCell] = []
  /// What was known of assemblies before, to be released outside the lock.
  private var replaced: AppliedAssemblies?
  /// Other assemblies were applied since it was decided what these ones change: nothing was applied.
  private(set) var isOutdated = false

  init(registrations: [Registration], accepted: [Int], removed: [OnceCell], replaced: AppliedAssemblies? = nil) {
    self.registrations = registrations
    self.accepted = accepted
    self.removed = removed
    self.replaced = replaced
  }

  private init(isOutdated: Bool) { self.isOutdated = isOutdated }

  static var outdated: Applied { Applied(isOutdated: true) }

  mutating func takeRemoved() -> [OnceCell] {
    defer { removed = [] }
    return removed
  }
}

/// What is remembered of keys beside what is registered: where each came from, what it replaced, and what was said of it.
///
/// Its owner changes it under the owner's lock.
struct KeyHistory {
  /// Which assembly registered a key.
  var assemblies: [AnyKey: String] = [:]
  /// Where a key was registered before, each place once, if it was registered again.
  private(set) var replacedSites: [AnyKey: [SourceSite]] = [:]
  /// What was declared to need something, and not registered at another place since.
  private(set) var declared: [AnyKey: Declaration] = [:]
  /// What is registered as a default, which an ordinary registration replaces.
  var defaults: Set<AnyKey> = []

  mutating func forget(_ key: AnyKey) {
    replacedSites[key] = nil
    assemblies[key] = nil
    declared[key] = nil
    defaults.remove(key)
  }

  mutating func forgetAll() { self = KeyHistory() }

  /// What an assembly registered under a key is registered elsewhere now.
  mutating func forgetAssembly(of key: AnyKey) { assemblies[key] = nil }

  mutating func note(_ declaration: Declaration) { declared[declaration.subject] = declaration }

  /// What was declared of a key was said where it is registered no more.
  mutating func forgetDeclaration(of key: AnyKey) { declared[key] = nil }

  /// A key was replaced by what was made aside, which is no second registration.
  mutating func noteExchange(of key: AnyKey) {
    defaults.remove(key)
    replacedSites[key] = nil
  }

  /// A key is registered again, which was registered at `site`, unless that was a default.
  mutating func noteReplacement(of key: AnyKey, at site: SourceSite) {
    if defaults.remove(key) != nil { return }
    guard replacedSites[key]?.contains(site) != true else { return }
    replacedSites[key, default: []].append(site)
  }
}

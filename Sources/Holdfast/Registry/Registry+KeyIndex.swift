import OnceKernel

/// What the registry notes of the keys that are registered.
extension Registry {
  /// Whether anything is to be noted of a key that is registered.
  var notesKeys: Bool { keys.areNoted(of: keysAtMost) || !history.assemblies.isEmpty }

  /// A key that is registered is known by its type, and what an assembly registered under it is registered elsewhere now.
  func noteKey(of registration: Registration) {
    keepNamesOfMany()
    noteKey(of: registration, inPlaceOf: cell(for: registration.key)?.registration)
  }

  /// - Parameters:
  ///   - old: what is or was registered under its key. What is made anew by the same registration stays what it is.
  ///   - isListed: whether the names of its type are known to have its own.
  private func noteKey(of registration: Registration, inPlaceOf old: @autoclosure () -> Registration?, isListed: Bool = false) {
    // What is no node may say something of another key.
    keys.changed.note(registration.isNode ? registration.key : registration.subject, of: table.count)
    if !history.assemblies.isEmpty, old() !== registration { history.forgetAssembly(of: registration.key) }
    keys.named.insert(registration, isNew: !isListed && (old() == nil || Mutant.replacedIsNew.isActive))
  }

  func noteKeys(of batch: [Registration]) {
    guard notesKeys else { return }
    guard batch.count > 1 else { return noteKey(of: batch[0]) }
    var named: Set<AnyKey> = []
    named.reserveCapacity(batch.count { $0.key.name != nil })
    for registration in batch where registration.key.name == nil || named.insert(registration.key).inserted { noteKey(of: registration) }
  }

  /// Notes the keys of a batch that has been put in place: where it took the place of nothing, each key of it is new.
  ///
  /// - Parameters:
  ///   - removed: the cells that it replaced, also its own where it has a key twice, and those that it removed.
  ///   - own: its own cells. The registrations do not tell: a replacement puts those of dependents in place again, and a caller may give one that is
  ///     there.
  func noteKeys(of batch: [Registration], inPlaceOf removed: [OnceCell], own: [OnceCell]) {
    guard notesKeys else { return }
    let namesWereKept = keys.named.namesAreKept
    // A first batch is in order already.
    keepNamesOfMany(of: removed.isEmpty && own.count == table.count ? batch : registrations)
    if removed.isEmpty {
      for registration in batch { noteKey(of: registration, inPlaceOf: nil, isListed: !namesWereKept) }
      return
    }
    let ownAddresses = Set(own.map { ObjectIdentifier($0) })  // both arrays keep what is compared
    var known: [AnyKey: Registration] = [:]
    for cell in removed where !ownAddresses.contains(ObjectIdentifier(cell)) { known[cell.registration.key] = cell.registration }
    for registration in batch {
      noteKey(of: registration, inPlaceOf: known[registration.key], isListed: !namesWereKept)
      known[registration.key] = registration
    }
  }

  /// Knows the names of each type where there are more keys than are to be looked at when they are asked for.
  func keepNamesOfMany() { keepNamesOfMany(of: registrations) }

  /// - Parameter registered: all that is registered.
  private func keepNamesOfMany(of registered: @autoclosure () -> [Registration]) {
    if keysAtMost > KeyIndex.few { keys.named.keepNames(of: registered()) }
  }

  func keepNamesAndForms() {
    keys.named.keepNames(of: registrations)
    keys.named.keepForms(of: registrations)
  }
}

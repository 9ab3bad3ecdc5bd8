import OnceKernel

/// What the registry notes of the keys that are registered.
extension Registry {
  /// Whether anything is to be noted of a key that is registered.
  var notesKeys: Bool { keys.areNoted(of: keysAtMost) || !history.assemblies.isEmpty }

  /// A key that is registered is known by its type, and what an assembly registered under it is registered elsewhere now.
  func noteKey(of registration: Registration) {
    keepNamesOfMany()
    noteKey(of: registration, isNew: cell(for: registration.key) == nil, isSame: false)
  }

  /// - Parameters:
  ///   - isNew: whether nothing was registered under its key.
  ///   - isSame: whether this very registration was, which stays what it is.
  private func noteKey(of registration: Registration, isNew: @autoclosure () -> Bool, isSame: Bool) {
    // What is no node may say something of another key.
    keys.changed.note(registration.isNode ? registration.key : registration.subject, of: table.count)
    if !isSame { history.noteRegistration(of: registration.key) }
    keys.named.insert(registration, isNew: isNew())
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
  ///   - own: its own cells, by their addresses: the table or `removed` keeps them. Not by their registrations: a replacement puts those of dependents
  ///     in place again, and a caller may give one that is there.
  func noteKeys(of batch: [Registration], inPlaceOf removed: [OnceCell], own: Set<ObjectIdentifier>) {
    guard notesKeys else { return }
    let namesWereKept = keys.named.namesAreKept
    keepNamesOfMany()
    var known: [AnyKey: Registration] = [:]
    for cell in removed where !own.contains(ObjectIdentifier(cell)) { known[cell.registration.key] = cell.registration }
    for registration in batch {
      let old = known.updateValue(registration, forKey: registration.key)
      noteKey(of: registration, isNew: namesWereKept && (old == nil || Mutant.replacedIsNew.isActive), isSame: old === registration)
    }
  }

  /// Knows the names of each type where there are more keys than are to be looked at when they are asked for.
  func keepNamesOfMany() {
    if keysAtMost > KeyIndex.few { keys.named.keepNames(of: registrations) }
  }

  func keepNamesAndForms() {
    keys.named.keepNames(of: registrations)
    keys.named.keepForms(of: registrations)
  }
}

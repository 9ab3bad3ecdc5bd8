/// The keys of a container by what is asked of them: those with a name, those of what scopes have to be given, and those that were changed.
///
/// Its owner changes it under the owner's lock.
struct KeyIndex {
  /// What is registered with a name, or made from arguments.
  var named = NamedKeys()
  /// Which keys were registered or removed.
  var changed = ChangedKeys()
  /// The keys of what scopes have to be given; also of what was replaced or removed since.
  private(set) var seeded = Distinct<AnyKey>()
  /// With how many of these it is time to look which are still seeded.
  private var seededLimit = 64

  /// With no more keys than these, all of a type are looked for among all keys when they are asked for first.
  static var few: Int { 1_024 }

  /// Whether anything is to be noted of a key that is registered.
  ///
  /// - Parameter count: of all keys.
  func areNoted(of count: @autoclosure () -> Int) -> Bool { named.isKept || changed.areKept || count() > Self.few }

  /// - Parameter isSeeded: whether a key is one of what scopes have to be given.
  mutating func insert(seeded keys: [AnyKey], where isSeeded: (AnyKey) -> Bool) {
    for key in keys { seeded.insert(key) }
    if seeded.list.count < seededLimit { return }
    seeded.keep(where: isSeeded)
    seededLimit = max(64, seeded.list.count * 2)
  }
}

import OnceKernel

/// The objects that one instance claims: those that no registration of its family of containers disposes of yet.
///
/// A claim keeps its object, which is known by its address while the claim stands: so nothing else lies there.
struct Claims {
  private struct Key: Hashable {
    let object: ObjectIdentifier
    /// The number of a container that asks no other one.
    let family: UInt
  }

  private static let numbers = AtomicWord(0)
  /// Which claims hold an object. The address tells in which of the tables it is, so that scopes that end on many threads seldom meet.
  private static let claimed = (0..<64).map { _ in Guarded<[Key: UInt]>([:]) }

  private let families: [UInt]
  private let number = Claims.numbers.next()
  private var objects: [AnyObject] = []

  init(in core: Core) {
    families = core.above.isEmpty ? [core.number] : core.above.filter(\.above.isEmpty).map(\.number)
  }

  private static func claims(of object: AnyObject) -> Guarded<[Key: UInt]> {
    // The top bits of what is spread.
    claimed[Int(UInt(bitPattern: ObjectIdentifier(object)).spread &>> UInt(UInt.bitWidth - claimed.count.trailingZeroBitCount))]
  }

  private func keys(of object: AnyObject) -> [Key] { families.map { Key(object: ObjectIdentifier(object), family: $0) } }

  /// Claims an object; false when another instance has it.
  mutating func claim(_ object: AnyObject) -> Bool {
    if Mutant.disposesForEachKey.isActive { return true }
    let keys = keys(of: object)
    let isFree = Claims.claims(of: object).withLock { claimed in
      guard keys.allSatisfy({ claimed[$0] == nil }) else { return false }
      for key in keys { claimed[key] = number }
      return true
    }
    if isFree { objects.append(object) }
    return isFree
  }

  /// Ends the claims, unless others have claimed the objects since.
  func leave() {
    for object in objects {
      let keys = keys(of: object)
      Claims.claims(of: object).withLock { claimed in
        for key in keys where claimed[key] == number { claimed[key] = nil }
      }
    }
  }
}

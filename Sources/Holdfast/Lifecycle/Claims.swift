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

  // Most instances claim one object, in the one family that there is, and need no memory for more.
  private let family: UInt
  private let otherFamilies: [UInt]
  private let number = Claims.numbers.next()
  private var object: AnyObject?
  private var otherObjects: [AnyObject] = []

  init(in core: Core) {
    let above = core.above
    guard let first = above.firstIndex(where: \.above.isEmpty) else {
      (family, otherFamilies) = (core.number, [])
      return
    }
    family = above[first].number
    otherFamilies = above[(first + 1)...].filter(\.above.isEmpty).map(\.number)
  }

  private static func claims(of object: AnyObject) -> Guarded<[Key: UInt]> {
    // The top bits of what is spread.
    claimed[Int(UInt(bitPattern: ObjectIdentifier(object)).spread &>> UInt(UInt.bitWidth - claimed.count.trailingZeroBitCount))]
  }

  /// Calls `body` with each key of an object, until it answers false; whether it never did.
  private func allKeys(of object: AnyObject, _ body: (Key) -> Bool) -> Bool {
    let object = ObjectIdentifier(object)  // kept by its claim, or by the caller that claims it
    return body(Key(object: object, family: family)) && otherFamilies.allSatisfy { body(Key(object: object, family: $0)) }
  }

  /// Claims an object; false when another instance has it.
  mutating func claim(_ object: AnyObject) -> Bool {
    if Mutant.disposesForEachKey.isActive { return true }
    let isFree = Claims.claims(of: object).withLock { claimed in
      guard allKeys(of: object, { claimed[$0] == nil }) else { return false }
      return allKeys(of: object) { key in
        claimed[key] = number
        return true
      }
    }
    guard isFree else { return false }
    if self.object == nil { self.object = object } else { otherObjects.append(object) }
    return true
  }

  /// Ends the claims, unless others have claimed the objects since.
  func leave() {
    guard let object else { return }
    leave(object)
    for object in otherObjects { leave(object) }
  }

  private func leave(_ object: AnyObject) {
    Claims.claims(of: object).withLock { claimed in
      _ = allKeys(of: object) { key in
        if claimed[key] == number { claimed[key] = nil }
        return true
      }
    }
  }
}

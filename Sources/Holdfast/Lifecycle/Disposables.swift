import OnceKernel

/// Which values are `Disposable`. Asked for every value of every scope that ends, where a dynamic cast would cost as much as the scope.
enum Disposables {
  /// Addresses of types whose values are not disposable. Each has one place, by its address, until another type takes that.
  ///
  /// A word says all by itself, so that no order of reads and writes matters. Types are never freed.
  // unsafe: the address never changes, and what is there is atomic.
  private nonisolated(unsafe) static let plainTypes: UnsafeMutablePointer<AtomicWord> = {
    let words = UnsafeMutablePointer<AtomicWord>.allocate(capacity: placeCount)
    for index in 0..<placeCount { (words + index).initialize(to: AtomicWord(0)) }
    return words
  }()
  private static let placeCount = 64

  static func contain<Value>(_ value: Value) -> Bool {
    // Of a value in an existential its own type, which is what a cast to `Any` is for.
    let type = type(of: value as Any)
    let address = UInt(bitPattern: ObjectIdentifier(type))
    // Fibonacci hashing: the product's top six bits.
    let place = plainTypes + Int(bitPattern: address.spread &>> UInt(UInt.bitWidth - 6))
    if place.pointee.loadAcquiring() == address { return false }
    if value is any Disposable { return true }
    // A cast looks into these, so that the type alone says nothing.
    if !(type is any AnyOptional.Type), type != AnyHashable.self { place.pointee.storeReleasing(address) }
    return false
  }
}

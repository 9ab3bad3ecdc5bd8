/// A field that `BuildLock.lock` guards, and whose value may be the last to hold an object or an error: what is overwritten is released when the lock
/// is free.
///
/// Explorations check its accesses as those of a `Declared` field.
@propertyWrapper
struct Kept<Value: Keepable> {
  @Declared private var value: Value  // unkept: the setter below keeps what goes

  @inline(__always)
  init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// Takes the value out, in whose place `other` comes, for a caller that hands it out of the locked region.
  @inline(__always)
  mutating func take(leaving other: Value) -> Value { exchange(&value, with: other) }

  var wrappedValue: Value {
    @inline(__always) get { value }
    @inline(__always) set {
      let old = value
      value = newValue
      if Mutant.fieldsDieUnderLock.isActive { return }
      // Most hold nothing: the lock is not looked up for these.
      if let old = old.kept { BuildLock.lock.keep(old) }
    }
  }
}

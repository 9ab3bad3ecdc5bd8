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

  var wrappedValue: Value {
    @inline(__always) get { value }
    @inline(__always) set {
      let old = value
      value = newValue
      if Mutant.fieldsDieUnderLock.isActive { return }
      BuildLock.lock.keep(old.kept)
    }
  }
}

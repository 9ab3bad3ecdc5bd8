/// A plain variable whose accesses explorations check: two of them, one a write, that nothing orders are a data race. In other builds it is only the
/// variable.
@propertyWrapper
package struct Declared<Value> {
  private var value: Value
  private let watch = Watch()

  @inline(__always)
  package init(wrappedValue: Value) {
    value = wrappedValue
  }

  package var wrappedValue: Value {
    @inline(__always) get {
      watch.read()
      return value
    }
    @inline(__always) set {
      watch.write()
      value = newValue
    }
    @inline(__always) _modify {
      watch.write()
      yield &value
    }
  }
}

/// What tells explorations of the accesses to one variable.
struct Watch {
  #if Exploration
    private let identity = Seam.identity { $0.variableMade() }

    func read() { Seam.scheduler(of: identity)?.read(identity) }

    func write() { Seam.scheduler(of: identity)?.write(identity) }
  #else
    @inline(__always) func read() {}

    @inline(__always) func write() {}
  #endif
}

public import OnceKernel

extension [OnceCell] {
  /// What is registered there, in order. For cells of one table.
  var registrations: [Registration] {
    // Numbers are sorted, as moving a cell counts its references.
    let places = indices.map { UInt64(self[$0].rank) << 32 | UInt64(UInt32($0)) }.sorted()
    return places.map { self[Int(UInt32(truncatingIfNeeded: $0))].registration }
  }
}

extension OnceCell {
  /// What is registered here. Every cell of a container's table was made by a registration.
  @usableFromInline var registration: Registration {
    // The cast is checked in debug builds; here it would be a run-time call on the hit path.
    unsafeDowncast(subject, to: Registration.self)
  }

  /// Reads its registration, which the cell keeps, without counting a reference to it.
  @inline(__always)
  func withRegistration<Result>(_ body: (Registration) -> Result) -> Result {
    Unmanaged.passUnretained(registration)._withUnsafeGuaranteedRef(body)  // the cell keeps it
  }
}

extension Attempt {
  /// What is built. Every attempt of a container's cell has its registration as its subject.
  var registration: Registration { unsafeDowncast(subject, to: Registration.self) }
}

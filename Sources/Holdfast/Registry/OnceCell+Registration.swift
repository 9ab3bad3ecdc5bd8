public import OnceKernel

extension [OnceCell] {
  /// What is registered there, in order. For cells of one table.
  var registrations: [Registration] { sorted { $0.rank < $1.rank }.map(\.registration) }
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

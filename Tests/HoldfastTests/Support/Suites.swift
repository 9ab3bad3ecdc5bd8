import Testing

/// The fault cases, one after the other: they start many threads and some of them measure.
@Suite("Faults", .serialized)
enum Faults {}

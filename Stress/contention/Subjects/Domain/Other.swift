/// A type that is registered only to be there.
protocol Other: AnyObject, Sendable {
  init()
}

/// One of the other types; both parameters only tell it from the rest.
final class Pair<A: Sendable, B: Sendable>: Other {
  init() {}
}

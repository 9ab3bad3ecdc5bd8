/// An operation whose cost must not grow with how many there are of something.
enum GrowthCase: String, CaseIterable, Sendable {
  case joiners
  case cancelledJoiners = "cancelled-joiners"
  case hub
  case besideHub = "beside-hub"
  case freshNames = "fresh-names"
  case allOfAType = "all-of-a-type"
  case asyncScopes = "async-scopes"
  case scopesInLayer = "scopes-in-layer"
  case childrenInLayer = "children-in-layer"

  var summary: String {
    switch self {
    case .joiners: "n tasks join one build; a task"
    case .cancelledJoiners: "n tasks that joined one build are cancelled; a task"
    case .hub: "a hub whose injector resolves n spokes, whose injectors resolve the hub; a spoke"
    case .besideHub: "a cold build in another container meanwhile; what one in a hundred takes at least"
    case .freshNames: "a fresh name is registered and unregistered beside n keys"
    case .allOfAType: "all three of a type are resolved beside n keys"
    case .asyncScopes: "n scopes, one after the other, with an asynchronous build in each; a scope"
    case .scopesInLayer: "n scopes, one after the other, in one override layer; a scope"
    case .childrenInLayer: "n child containers, one after the other, in one override layer; a child"
    }
  }

  func sizes(quick: Bool) -> [Int] {
    switch self {
    case .joiners, .cancelledJoiners: quick ? [1_000, 10_000, 40_000] : [1_000, 4_000, 10_000, 40_000, 100_000]
    case .hub, .besideHub: quick ? [50, 400, 1_600] : [50, 100, 200, 400, 1_600, 6_400]
    // Just under a power of two is where a copy of the table could leave the least room.
    case .freshNames: quick ? [1_000, 16_382, 262_142] : [1_000, 16_382, 65_536, 262_142, 1_000_000]
    case .allOfAType: quick ? [100, 10_000, 100_000] : [100, 1_000, 10_000, 100_000, 1_000_000]
    case .asyncScopes: quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]
    case .scopesInLayer: quick ? [3_000, 30_000] : [3_000, 30_000, 100_000]
    case .childrenInLayer: quick ? [500, 2_000] : [500, 2_000, 8_000]
    }
  }

  /// The most that one item may take at the size that was promised for, in nanoseconds; nil where nothing is promised of time.
  var promise: (size: Int, nanoseconds: Double)? {
    switch self {
    case .joiners, .cancelledJoiners: (40_000, 0.3e9 / 40_000)
    case .hub: (400, 50e6 / 400)
    case .besideHub: (400, 1e6)
    case .freshNames: (1_000_000, 3e3)
    case .allOfAType: (1_000_000, 10e3)
    case .asyncScopes, .scopesInLayer, .childrenInLayer: nil
    }
  }

  /// The most that memory may grow from the first fifth of the items on, in bytes; nil where memory is not measured.
  var promisedBytes: Double? {
    switch self {
    case .asyncScopes, .scopesInLayer, .childrenInLayer: 1_048_576
    case .joiners, .cancelledJoiners, .hub, .besideHub, .freshNames, .allOfAType: nil
    }
  }
}

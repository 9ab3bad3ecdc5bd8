import HoldfastStress

/// The programs that have every pair of parts, and every thing with every event in a layer and at a shutdown; and the proof that they do.
package struct Coverage: Sendable {
  /// A pair or triple that no program has, and why.
  package struct LeftOut: Sendable, Codable {
    package let parts: [String]
    package let reason: String
  }

  package let programs: [Program]
  package let pairs: Int
  package let triples: Int
  /// What should be covered and is not.
  package let missing: [[String]]
  package let leftOut: [LeftOut]

  /// Parts that no program has together.
  private static let impossible: [(parts: [String], reason: String)] = []

  /// - Parameters:
  ///   - both: whether two things are tried in both orders; otherwise in one that the seed chooses.
  ///   - only: parts that every program must have; empty for all programs.
  package init(seed: UInt64, both: Bool, only: Set<String> = []) {
    let things = Things.all.map(\.name)
    let events = Events.all.map(\.name)
    var random = SeededRandom(seed: seed, name: "coverage", number: 0)
    var ids: [String] = []
    for (index, one) in things.enumerated() {
      for other in things[index...] {
        let turned = random.once(in: 2)
        ids.append(turned ? "\(other)>\(one)" : "\(one)>\(other)")
        if both && one != other { ids.append(turned ? "\(one)>\(other)" : "\(other)>\(one)") }
      }
      for event in events {
        ids.append("\(one)!\(event)")
        ids.append(random.once(in: 2) ? "\(one)>layer!\(event)" : "layer>\(one)!\(event)")
        let shutdown = random.once(in: 2) ? "drain" : "cancel"
        if event != shutdown { ids.append("\(one)!\(event)!\(shutdown)") }
        // Between others: what it needs, and what needs it.
        let filler = things[random.below(things.count)]
        let inside = random.once(in: 2) ? "\(one)>\(filler)!\(event)" : "\(filler)>\(one)!\(event)"
        if both { ids.append(inside) }
      }
    }
    for (index, one) in events.enumerated() {
      for other in events[(index + 1)...] { ids.append("\(things[random.below(things.count)])!\(one)!\(other)") }
    }
    var seen: Set<String> = []
    let all = ids.filter { seen.insert($0).inserted }.compactMap(Program.init)
    programs = only.isEmpty ? all : all.filter { only.isSubset(of: Set($0.parts)) }
    (pairs, triples, missing, leftOut) = Self.proof(all, things, events)
  }

  private static func proof(
    _ programs: [Program], _ things: [String], _ events: [String]
  ) -> (Int, Int, [[String]], [LeftOut]) {
    var covered: Set<[String]> = []
    for program in programs {
      let parts = program.parts.sorted()
      for one in parts.indices {
        for two in parts.indices where one < two {
          covered.insert([parts[one], parts[two]])
          for three in parts.indices where two < three { covered.insert([parts[one], parts[two], parts[three]]) }
        }
      }
    }
    var wanted: [[String]] = []
    let parts = things + events
    for (index, one) in parts.enumerated() { for other in parts[(index + 1)...] { wanted.append([one, other].sorted()) } }
    for thing in things { wanted.append([thing, thing]) }
    let pairs = wanted.count
    var missing: [[String]] = []
    var leftOut: [LeftOut] = []
    for thing in things {
      for event in events {
        if thing != "layer" { wanted.append([thing, event, "layer"].sorted()) }
        let shutdowns = ["drain", "cancel"]
        if !shutdowns.contains(where: { covered.contains([thing, event, $0].sorted()) }), !shutdowns.contains(event) {
          wanted.append([thing, event, "drain"].sorted())
        }
      }
    }
    for wish in wanted where !covered.contains(wish) {
      if let known = impossible.first(where: { Set($0.parts).isSubset(of: Set(wish)) }) {
        leftOut.append(LeftOut(parts: wish, reason: known.reason))
      } else {
        missing.append(wish)
      }
    }
    return (pairs, covered.count { $0.count == 3 }, missing, leftOut)
  }
}

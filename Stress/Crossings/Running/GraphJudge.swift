import Holdfast
import HoldfastDiagnostics

/// Compares what the container says of its needs with what ran.
///
/// Each need that was seen is an edge, each edge that was observed was asked for, and no problem is reported that the run refutes.
struct GraphJudge {
  private let scene: Scene
  private let graph: DependencyGraph
  private let problems: [ValidationProblem]
  /// What was made by the registrations that are in place, and handed out.
  private let handedOut: Set<Int>

  /// Nil where there is no container to ask, or one that ends meanwhile.
  init?(_ scene: Scene) {
    guard let container = try? scene.container, !scene.edit({ $0.isClosing }) else { return nil }
    self.scene = scene
    graph = container.graph()
    problems = container.problems(.afterRun)
    handedOut = Self.handedOut(scene)
  }

  /// Left out is what a layer or a child container made, or a registration that was replaced since, or by one of two replacements that overlapped, of
  /// which it is open which comes last: the container's graph is of the rest.
  private static func handedOut(_ scene: Scene) -> Set<Int> {
    let lives = scene.book.lives
    let (generations, replaced, unregistered, foreign) = scene.edit { ($0.generations, $0.replaced, $0.unregistered, $0.foreign) }
    return scene.book.handedOut.filter { number in
      let life = lives[number]
      guard life.role <= Beside<Leaf>.role, life.layer == nil else { return false }
      let role = life.role % 3
      let inPlace = generations[role] == 0 ? 0 : replaced[role]?.generation
      return life.generation == inPlace && life.generation == generations[role] && !unregistered.contains(role) && !foreign.contains(role)
    }
  }

  func judge() {
    judgeNeeds()
    judgeEdges()
    judgeProblems()
  }

  /// What each part needs, where the container says that it knows all of it.
  static func claims(of container: Container) -> [Int: Set<Int>] { claims(of: container.graph()) }

  private static func claims(of graph: DependencyGraph) -> [Int: Set<Int>] {
    let nodes = Dictionary(grouping: graph.nodes, by: { role(of: $0.key) })
    var claims: [Int: Set<Int>] = [:]
    for case (let role?, let nodes) in nodes where nodes.allSatisfy(\.areNeedsKnown) {
      claims[role] = Set(graph.edges.filter { Self.role(of: $0.from) == role }.compactMap { Self.role(of: $0.to) })
    }
    return claims
  }

  private func judgeNeeds() {
    let (lives, after) = (scene.book.lives, Self.claims(of: graph))
    let before = scene.edit { $0.claims }
    for number in handedOut {
      let life = lives[number]
      for held in life.held + life.injected where handedOut.contains(held) {
        let (role, name) = (lives[held].role, roleName(lives[held].role))
        expect(after[life.role]?.contains(role) != false, "\(roleName(life.role)) was made with \(name), which is no need of it")
        let isOriginal = life.generation == 0 && before[life.role]?.contains(role) == false
        expect(!isOriginal, "\(roleName(life.role)) was made with \(name), and all that it needs was known without that before")
      }
    }
  }

  private func judgeEdges() {
    let asked = scene.book.asked
    for edge in graph.edges where !edge.isDeclared {
      guard let from = Self.role(of: edge.from), let to = Self.role(of: edge.to), from != to else { continue }
      expect(
        asked.contains(Book.Asking(from: from, to: to)),
        "\(roleName(to)) is an observed need of \(roleName(from)), which never asked for it")
    }
  }

  private func judgeProblems() {
    let lives = scene.book.lives
    let roles = Set(handedOut.map { lives[$0].role })
    for problem in problems {
      guard let role = Self.role(of: problem.key), roles.contains(role) else { continue }
      switch problem.kind {
      case .missing where problem.path.last.flatMap(Self.role).map(isUnregistered) == true: break
      case .cycle, .missing: expect(false, "\(roleName(role)) was handed out, and a problem is: \(problem.message)")
      case .unknown:
        // A shared instance shows that its factory ran, until it is reset. It is not built again without what it needs, and a layer has its own.
        let isShown = scene.edit { $0.unregistered.isEmpty } && !scene.program.hasLayer
        let isKept = scene.needs.contains { $0.role == role && $0.lifetime.isShared }
        expect(!(isShown && isKept), "the factory of \(roleName(role)) has run, and a problem is: \(problem.message)")
      case .captive, .asynchronous, .isolation, .unreachable, .duplicate, .unused: break
      }
    }
  }

  private func isUnregistered(_ role: Int) -> Bool { scene.edit { $0.unregistered.contains(role % 3) } }

  private func expect(_ condition: Bool, _ text: @autoclosure () -> String) { scene.book.expect(condition, .graph, text()) }

  private static let types: [(type: Any.Type, role: Int)] = [
    (Item<Outer>.self, Outer.role), (Item<Inner>.self, Inner.role), (Item<Leaf>.self, Leaf.role),
    (Item<Beside<Outer>>.self, Beside<Outer>.role), (Item<Beside<Inner>>.self, Beside<Inner>.role),
    (Item<Beside<Leaf>>.self, Beside<Leaf>.role),
  ]

  /// The part that a key's values play, whatever the key's name and arguments.
  private static func role(of key: AnyKey) -> Int? { types.first { $0.type == key.valueType }?.role }
}

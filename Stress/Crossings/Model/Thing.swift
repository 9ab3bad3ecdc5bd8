import Holdfast

/// A feature, as a part of programs: it registers itself at a place, says how it is asked for, and may surround every question.
///
/// A new feature is a type of this kind, in `Things.all`; everything else, the programs with all other parts and their judgement, follows.
package protocol Thing: Sendable {
  var name: String { get }
  var summary: String { get }
}

/// What only the module's own things do.
protocol Part: Thing {
  /// The lifetime of what it registers; nil for the one that the program chooses.
  var ownLifetime: Lifespan? { get }
  /// Whether it comes with a lifetime that the program chooses.
  func has(_ lifetime: Lifespan) -> Bool
  /// Whether what it makes, if `next` is like this, has to be awaited.
  func isAsynchronous(next: Need?) -> Bool
  /// Codes of errors that it may answer with even if nothing happens, if it needs `next`.
  func codes(next: Need?) -> Set<ResolutionError.Code>
  /// Registers `Item<P>`.
  func install<P: Role>(_ stage: Stage<P>)
  /// How `Item<P>` is asked for.
  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access
  /// Registers what belongs to no place.
  func addition(to batch: Recorder)
  /// Called once, when everything is registered.
  func prepare(_ scene: Scene) throws
  /// Surrounds a question from a thread.
  func now(_ asker: Asker, _ question: Question) throws
  /// Surrounds a question from a task.
  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws
  /// Whether its questions are asked in a scope.
  var opensScope: Bool { get }
  /// Whether callers may get different shared objects because of it.
  var isPlural: Bool { get }
  /// Looks at the container when all is quiet.
  func inspect(_ scene: Scene) throws
}

extension Part {
  var ownLifetime: Lifespan? { nil }
  func has(_ lifetime: Lifespan) -> Bool { true }
  func isAsynchronous(next: Need?) -> Bool { next?.isAsynchronous == true }
  func codes(next: Need?) -> Set<ResolutionError.Code> { [] }
  func install<P: Role>(_ stage: Stage<P>) { stage.consume(stage.lifetime) }
  func access<P: Role>(_: P.Type, isOneForAll: Bool) -> any Access { ByType<P>(isOneForAll: isOneForAll) }
  func addition(to batch: Recorder) {}
  func prepare(_ scene: Scene) throws {}
  func now(_ asker: Asker, _ question: Question) throws { try question.now(asker) }
  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws { try await question.later(asker) }
  var opensScope: Bool { false }
  var isPlural: Bool { false }
  func inspect(_ scene: Scene) throws {}
}

/// A place in a program's chain of things, as a type, so that no two things of a program register the same type.
///
/// ```
///   Outer  ── needs ──►  Inner  ── needs ──►  Leaf
/// ```
package protocol Role: Sendable {
  /// Its number: what the book and the gates call it.
  static var role: Int { get }
}

package enum Outer: Role { package static let role = 0 }
package enum Inner: Role { package static let role = 1 }
package enum Leaf: Role { package static let role = 2 }

/// Of what a thing needs for itself at its place: the other half of a circle, what a factory with arguments makes.
package enum Beside<P: Role>: Role { package static var role: Int { P.role + 3 } }

/// The name of a role, for people.
func roleName(_ role: Int) -> String {
  ["outer", "inner", "leaf", "outer's mate", "inner's mate", "leaf's mate", "a scope's witness"][role]
}

/// A place in a program's chain of things, as a type, so that no two things of a program register the same type.
///
/// ```
///   Outer  ── needs ──►  Inner  ── needs ──►  Leaf
/// ```
package protocol Place: Sendable {
  /// Its number: what the book and the gates call it.
  static var role: Int { get }
}

package enum Outer: Place { package static let role = 0 }
package enum Inner: Place { package static let role = 1 }
package enum Leaf: Place { package static let role = 2 }

/// Of what a thing needs for itself at its place: the other half of a circle, what a factory with arguments makes.
package enum Beside<P: Place>: Place { package static var role: Int { P.role + 3 } }

/// The name of a role, for people.
func roleName(_ role: Int) -> String {
  ["outer", "inner", "leaf", "outer's mate", "inner's mate", "leaf's mate", "a scope's witness"][role]
}

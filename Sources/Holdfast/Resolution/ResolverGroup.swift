/// A resolver that asks others, which a container knows: a chain of `HoldfastCompatibility`. Containers among them are found through it.
package protocol ResolverGroup: Resolver {
  /// Those that it asks.
  var resolvers: [any Resolver & Sendable] { get }
  /// A group of its kind that asks these.
  func of(_ resolvers: [any Resolver & Sendable]) -> any Resolver & Sendable
}

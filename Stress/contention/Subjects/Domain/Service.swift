/// The protocol that most hits ask for.
///
/// It is bound to classes, so that its existential is a reference and a witness table: what `static let` then costs is one retain and one
/// release, the strictest yardstick. Without the bound every subject would pay for copying the existential through its value witnesses.
protocol Service: AnyObject, Sendable {
  var number: Int { get }
}

/// What stands behind `Service`.
///
/// Its number is opaque to the optimizer, which would otherwise lay a static instance out at compile time, without a reference count.
final class LiveService: Service {
  let number: Int

  init() { number = BlackHole.opaque(1) }
}

/// A singleton that is asked for by its class.
final class Engine: Sendable {
  let number: Int

  init() { number = BlackHole.opaque(2) }
}

/// A transient without dependencies.
final class Request: Sendable {
  let number: Int

  init() { number = BlackHole.opaque(3) }
}

/// A transient made from two run-time arguments.
final class Session: Sendable {
  let user: Int
  let shard: Int

  init(user: Int, shard: Int) {
    self.user = user
    self.shard = shard
  }
}

/// What a scope has one of.
protocol Tenant: AnyObject, Sendable {}

final class LiveTenant: Tenant {
  let number: Int

  init() { number = BlackHole.opaque(6) }
}

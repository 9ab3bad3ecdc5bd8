/// A factory that runs on the actor.
final class ActorFactoryBox<T: Sendable>: Sendable {
  let make: @Sendable (isolated ActorRegistry) -> T

  init(_ make: @escaping @Sendable (isolated ActorRegistry) -> T) { self.make = make }
}

// An app makes no lifetime of its own: the container would not know what it means.
import Holdfast

func register(in container: Container) throws {
  // compiles: let lifetime = Lifetime<Int>.transient
  // refused: initializer is inaccessible due to 'internal' protection level
  let lifetime = Lifetime<Int>.init
  _ = lifetime
}

// A wrapped property is a variable, which a Sendable class has none of: it keeps the wrapper itself in a constant.
import Holdfast
import HoldfastCompatibility

final class Store: Sendable {}

final class Checkout: Sendable {
  // compiles: let store = Injected<Store>()
  // refused: stored property '_store' of 'Sendable'-conforming class 'Checkout' is mutable
  @Injected var store: Store
  let late = LazyInjected<Store>(named: "late")
  let parent = WeakInjected<Store>(lazy: true)
}

// A property wrapper takes what is shared.
import Holdfast

// compiles: actor Session {
// refused: type 'Session' does not conform to the 'Sendable' protocol
final class Session {
  var token = ""
}

struct Checkout {
  @Injected var session: Session
}

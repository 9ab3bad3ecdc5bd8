// A property wrapper takes what is shared.
// expect: type 'Session' does not conform to the 'Sendable' protocol
import Holdfast

final class Session {
  var token = ""
}

struct Checkout {
  @Injected var session: Session
}

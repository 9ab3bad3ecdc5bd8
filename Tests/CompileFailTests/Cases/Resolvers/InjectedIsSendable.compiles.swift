// A property wrapper takes what is shared.
import Holdfast

actor Session {
  var token = ""
}

struct Checkout {
  @Injected var session: Session
}

// Only an object can be referred to weakly.
import Holdfast

actor Parent {}

struct Child {
  @WeakInjected var parent: Parent?
}

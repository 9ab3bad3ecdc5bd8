// Only an object can be referred to weakly.
// expect: generic struct 'WeakInjected' requires that 'Parent' be a class type
import Holdfast

struct Parent {}

struct Child {
  @WeakInjected var parent: Parent?
}

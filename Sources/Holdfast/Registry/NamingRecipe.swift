/// A registration that stands for one of the named ones of its type, chosen at every resolve.
final class NamingRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: it adds nothing
  override var choosesName: Bool { true }
}

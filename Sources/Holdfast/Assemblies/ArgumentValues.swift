/// The values of some arguments, compared one by one.
struct ArgumentValues: Hashable {
  private let values: [AnyHashable]

  init<each A: Hashable>(_ arguments: repeat each A) {
    var values: [AnyHashable] = []
    repeat values.append(AnyHashable(each arguments))
    self.values = values
  }
}

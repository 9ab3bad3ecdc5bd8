/// What a load test is made of.
package struct LoadOptions: Sendable {
  var seconds = 2.0
  var connections = 8
  /// Between an answer and the next request, in milliseconds.
  var pause = 0.0
  /// The share of requests that ask for a streamed body.
  var streaming = 0.0
  /// The share of requests that are broken off in the middle of a streamed body.
  var cancelling = 0.0
  /// How many times a second the server replaces parts.
  var replacing = 0.0
  var wiring = ServerOptions.Wiring.holdfast
  var scoped = ServerOptions.Scoped.sync
  var isJSON = false

  /// - Parameter more: takes an option that is not one of a load test; answers whether it did.
  init(
    _ rest: inout Arguments, or more: (String, inout Arguments) throws(Arguments.Mistake) -> Bool = { _, _ in false }
  ) throws(Arguments.Mistake) {
    while let option = rest.next() {
      switch option {
      case "--seconds": seconds = try rest.number(for: option)
      case "--connections": connections = max(1, Int(try rest.number(for: option)))
      case "--pause": pause = try rest.number(for: option)
      case "--streaming": streaming = min(1, try rest.number(for: option))
      case "--cancelling": cancelling = min(1, try rest.number(for: option))
      case "--replacing": replacing = try rest.number(for: option)
      case "--wiring": wiring = try rest.choice(for: option)
      case "--scoped": scoped = try rest.choice(for: option)
      case "--json": isJSON = true
      default: if !(try more(option, &rest)) { throw Arguments.Mistake(text: "unknown option '\(option)'") }
      }
    }
  }
}

// Objects of two modules cannot need each other.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct First: Composition {
  let text: Need<String>
  let number = Shared(\.text) { $0.count }
}
struct Second: Composition {
  let number: Need<Int>
  let text = Shared(\.number) { "\($0)" }
}
struct App: Composition {
  let one = Shared { 1 }
  let first = First(text: Need(\App.second.text))
  // compiles: let second = Second(number: Need(\App.one))
  // refused: circular reference
  let second = Second(number: Need(\App.first.number))
}

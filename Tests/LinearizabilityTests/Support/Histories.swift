import Linearizability

/// Operations by hand, in the words of the checker: who, what, from when to when. All are on key 0 unless they say otherwise.

func register(_ thread: Int, _ generation: UInt64, _ from: UInt64, _ to: UInt64, key: Int32 = 0) -> Event {
  Event(thread: thread, Operation(.registered, key: key, value: generation, from: from, to: to))
}

func unregister(_ thread: Int, _ from: UInt64, _ to: UInt64, answer: UInt64 = Operation.Answer.unknown) -> Event {
  Event(thread: thread, Operation(.unregistered, key: 0, value: answer, from: from, to: to))
}

func reset(_ thread: Int, _ from: UInt64, _ to: UInt64, key: Int32 = 0, answer: UInt64 = Operation.Answer.unknown) -> Event {
  Event(thread: thread, Operation(.reset, key: key, value: answer, from: from, to: to))
}

func seal(_ thread: Int, _ from: UInt64, _ to: UInt64) -> Event {
  Event(thread: thread, Operation(.sealed, key: Operation.everyKey, from: from, to: to))
}

func refused(_ thread: Int, _ from: UInt64, _ to: UInt64) -> Event {
  Event(thread: thread, Operation(.refused, key: 0, from: from, to: to))
}

/// A resolve of build `build` of a generation, whose factory started at `began`: with the call, if it is not said.
func resolve(
  _ thread: Int, _ generation: UInt64, _ build: UInt64, _ from: UInt64, _ to: UInt64, began: UInt64? = nil, key: Int32 = 0
) -> Event {
  let instance = Identity.make(generation: generation, build: build)
  return Event(thread: thread, Operation(.resolved, key: key, value: instance, from: from, to: to, factoryStart: began ?? from))
}

func missing(_ thread: Int, _ from: UInt64, _ to: UInt64) -> Event {
  Event(thread: thread, Operation(.notRegistered, key: 0, from: from, to: to))
}

func threw(_ thread: Int, _ generation: UInt64, _ from: UInt64, _ to: UInt64) -> Event {
  Event(thread: thread, Operation(.threw, key: 0, value: generation, from: from, to: to))
}

/// A history with a name, for parameterized tests.
struct Sample: CustomStringConvertible, Sendable {
  let name: String
  let events: [Event]

  init(_ name: String, _ events: [Event]) {
    self.name = name
    self.events = events
  }

  var description: String { name }
}

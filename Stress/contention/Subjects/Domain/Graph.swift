// The graph of seven resolves, depth three:
//
//   Screen ─┬─ Reader ─┬─ Clock        transients: Screen, Reader, Writer
//           │          └─ Store        singletons: Clock, Store
//           ├─ Writer ─── Store
//           └─ Clock

protocol Clock: Sendable {}
protocol Store: Sendable {}
protocol Reader: Sendable {}
protocol Writer: Sendable {}
protocol Screen: Sendable {}

final class LiveClock: Clock {
  let number: Int
  init() { number = BlackHole.opaque(4) }
}

final class LiveStore: Store {
  let number: Int
  init() { number = BlackHole.opaque(5) }
}

final class LiveReader: Reader {
  let clock: any Clock
  let store: any Store

  init(clock: any Clock, store: any Store) {
    self.clock = clock
    self.store = store
  }
}

final class LiveWriter: Writer {
  let store: any Store

  init(store: any Store) { self.store = store }
}

final class LiveScreen: Screen {
  let reader: any Reader
  let writer: any Writer
  let clock: any Clock

  init(reader: any Reader, writer: any Writer, clock: any Clock) {
    self.reader = reader
    self.writer = writer
    self.clock = clock
  }
}

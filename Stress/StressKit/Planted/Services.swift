import HoldfastStress

/// What a factory or disposer of the small application throws.
struct Jam: Error {}

final class Tariff: Sendable {
  let rate: Int

  init(rate: Int) { self.rate = rate }
}

final class Diary: @unchecked Sendable {  // unchecked: `visitors` is guarded by `lock`
  private let lock = Locked(0)  // a value of size zero would lie on its own lock for the thread sanitizer
  private var visitors: [Visitor] = []  // Guarded by `lock`.

  func keep(_ visitor: Visitor) { lock.withLock { _ in visitors.append(visitor) } }
}

final class Line: Sendable {
  let tariff: Tariff

  init(tariff: Tariff) { self.tariff = tariff }
}

final class Timetable: Sendable {
  let line: Line

  init(line: Line) { self.line = line }
}

/// Notes that every exchange would share.
final class Notes: @unchecked Sendable {  // unchecked: `count` is guarded by `lock`
  private let lock = Locked(())
  private var count = 0  // Guarded by `lock`.

  func add() { lock.withLock { _ in count += 1 } }
}

final class Exchange: Sendable {
  let diary: Diary
  let notes: Notes?

  init(diary: Diary, notes: Notes? = nil) {
    self.diary = diary
    self.notes = notes
  }
}

final class Desk: Sendable {
  let exchange: Exchange

  init(exchange: Exchange) { self.exchange = exchange }
}

final class Ferry: @unchecked Sendable {  // unchecked: `pilot` is guarded by `lock`
  private let lock = Locked(())
  private var pilot: Pilot?  // Guarded by `lock`.

  func board(_ pilot: Pilot) { lock.withLock { _ in self.pilot = pilot } }
}

final class Pilot: Sendable {
  let ferry: Ferry

  init(ferry: Ferry) { self.ferry = ferry }
}

final class Visitor: Sendable {}

final class Ticket: Sendable {
  let visitor: Visitor

  init(visitor: Visitor) { self.visitor = visitor }
}

final class Draft {}

final class Page: Sendable {
  let number: Int
  let diary: Diary

  init(number: Int, diary: Diary) {
    self.number = number
    self.diary = diary
  }
}

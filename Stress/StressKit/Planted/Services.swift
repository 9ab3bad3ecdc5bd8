import HoldfastStress

/// What a factory or disposer of the small application throws.
struct Jam: Error {}

final class Tariff: Sendable {
  let rate: Int

  init(rate: Int) { self.rate = rate }
}

final class Diary: Sendable {
  private let visitors = Locked<[Visitor]>([])

  func keep(_ visitor: Visitor) { visitors.withLock { $0.append(visitor) } }
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
final class Notes: Sendable {
  private let count = Locked(0)

  func add() { count.withLock { $0 += 1 } }
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

final class Ferry: Sendable {
  private let pilot = Locked<Pilot?>(nil)

  func board(_ pilot: Pilot) { self.pilot.withLock { $0 = pilot } }
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

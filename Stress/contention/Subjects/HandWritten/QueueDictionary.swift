/// A concurrent queue around a dictionary; writes are barriers.
struct QueueDictionary: Subject {
  func supports(_ point: Point) -> Bool { true }
  func work(at point: Point) -> Work { HandWritten<QueueTable>.work(at: point) }
}

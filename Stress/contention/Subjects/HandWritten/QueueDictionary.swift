/// A concurrent queue around a dictionary; writes are barriers.
struct QueueDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<QueueTable>.work(at: point) }
}

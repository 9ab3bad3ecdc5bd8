/// A readers-writer lock around a dictionary.
struct RWLockDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<RWLockTable>.work(at: point) }
}

/// A plain lock around a dictionary.
struct LockDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<LockTable>.work(at: point) }
}

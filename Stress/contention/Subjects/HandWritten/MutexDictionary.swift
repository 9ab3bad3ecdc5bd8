/// `Synchronization.Mutex` around a dictionary.
struct MutexDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<MutexTable>.work(at: point) }
}

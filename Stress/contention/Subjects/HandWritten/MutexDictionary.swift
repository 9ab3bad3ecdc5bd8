/// `Synchronization.Mutex` around a dictionary.
struct MutexDictionary: Subject {
  func supports(_ point: Point) -> Bool { true }
  func work(at point: Point) -> Work { HandWritten<MutexTable>.work(at: point) }
}

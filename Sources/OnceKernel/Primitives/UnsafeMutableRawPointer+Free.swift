extension UnsafeMutableRawPointer {
  /// Frees memory that holds no references. Inside an exploration it stays until the execution is over, so that a late reader is found.
  func freePlainMemory() {
    #if Exploration
      if let scheduler = Seam.current { return scheduler.keepMemory(self) }
    #endif
    deallocate()
  }
}

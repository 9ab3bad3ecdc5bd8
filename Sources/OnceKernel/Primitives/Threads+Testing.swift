extension Threads {
  /// How many records there are: as many as threads that read were alive at a time, in whole blocks.
  package static var recordCount: Int {
    var count = 0
    forEachRecord { _ in count += 1 }
    return count
  }

  /// Makes records as if so many threads more had read at the same time, and ended: for trying what a writer pays for them.
  package static func reserveRecords(_ count: Int) {
    spare.withLock { spare in
      for _ in 0..<(count + blockCount - 1) / blockCount {
        let first = addBlock()
        var last = first
        while let next = last.pointee.nextSpare { last = next }
        last.pointee.nextSpare = spare
        spare = first
      }
    }
  }
}

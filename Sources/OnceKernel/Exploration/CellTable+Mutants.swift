#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension ReaderMark {
    @usableFromInline static var isStoredLate: Bool { Mutant.entersUnseen.isActive }

    /// A store that waits in the processor's buffer; on a real thread for longer than the visit, so that it need not be run a million times.
    @usableFromInline
    func storeLate(_ value: UInt) {
      if Seam.current != nil { word.storeReleasing(value) }
    }
  }

  extension CellTable {
    /// Called by a reader between finding a cell and copying its value; both are nil in a sealed table.
    @usableFromInline
    package static func linger(at cell: Unmanaged<OnceCell>, holding lock: Lock?, _ reader: UnsafeMutablePointer<ThreadRecord>?) {
      if Mutant.readerLetsGo.isActive { letGo(of: lock, reader) { sched_yield() } }
      // The cell may be released only while a change is under way, which is not for long.
      if Mutant.sealOvertakesChanges.isActive, lock == nil, reader == nil { sched_yield() }
      // Not every cell was found in an atomic reference, which looks by itself whether it was released.
      if let scheduler = Seam.current { cell._withUnsafeGuaranteedRef { scheduler.found($0) } }
    }

    /// Called by a reader between a registration and the instance that lives apart from it.
    @usableFromInline
    package static func lingerBehind(_ reader: UnsafeMutablePointer<ThreadRecord>?) {
      if Mutant.scopeLetsGo.isActive { letGo(of: nil, reader) { Mutant.pause() } }
    }

    private static func letGo(of lock: Lock?, _ reader: UnsafeMutablePointer<ThreadRecord>?, _ pause: () -> Void) {
      let visited = reader.map { $0.pointee.mark.word.ownValue & ~ReaderMark.visits }
      lock?.unlock()
      reader?.pointee.endVisit()
      pause()
      if let reader, let visited { reader.pointee.mark.begin(visited) }
      lock?.lock()
    }
  }
#else
  extension CellTable {
    @inlinable @inline(__always)
    package static func linger(at cell: Unmanaged<OnceCell>, holding lock: Lock?, _ reader: UnsafeMutablePointer<ThreadRecord>?) {}

    @inlinable @inline(__always)
    package static func lingerBehind(_ reader: UnsafeMutablePointer<ThreadRecord>?) {}
  }
#endif

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
  import Synchronization

  /// Which mutants a program comes to, for `HOLDFAST_REACHED=folder`: each process writes a file there. What does not come to the place of a mutant
  /// cannot find it.
  extension Mutant {
    /// What is written from here on is of another unit, such as a scenario.
    package static func beginUnit(_ unit: String) {
      guard file != nil else { return }
      for number in 0..<capacity { noted[number].store(false, ordering: .relaxed) }  // Relaxed: a flag that orders nothing.
      append("= " + unit)
    }

    /// Writes its name when the unit comes to it for the first time.
    func noteReached() {
      guard Self.file != nil, !Self.isForExploration || Seam.current != nil else { return }
      // unsafe: a case without a payload is one byte, its number.
      let number = withUnsafeBytes(of: self) { Int($0[0]) }
      // Relaxed: a flag that orders nothing. It is read first because writing is dearer.
      if Self.noted[number].load(ordering: .relaxed) || Self.noted[number].exchange(true, ordering: .relaxed) { return }
      Self.append(name)
    }

    private static func append(_ text: String) {
      guard let file else { return }
      let line = Array((text + "\n").utf8)
      _ = write(file, line, line.count)
    }

    private static let file: Int32? = getenv("HOLDFAST_REACHED").map { folder in
      let path = "\(String(cString: folder))/\(getpid())"
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
      guard file >= 0 else { fatalError("HOLDFAST_REACHED: cannot write to \(path)") }
      return file
    }

    private static let capacity = 256

    // unsafe: made once, never freed, and its elements are atomic.
    nonisolated(unsafe) private static let noted: UnsafeMutablePointer<Atomic<Bool>> = {
      let flags = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: capacity)
      for number in 0..<capacity { (flags + number).initialize(to: Atomic(false)) }
      return flags
    }()
  }
#else
  extension Mutant {
    package static func beginUnit(_ unit: String) {}
  }
#endif

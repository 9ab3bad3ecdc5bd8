#if Exploration
  import OnceKernel

  /// A place in the source where an explored thread may be interrupted.
  package struct YieldPoint: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let operation: String

    package init(file: String, line: Int, operation: String) {
      self.file = file
      self.line = line
      self.operation = operation
    }

    init(_ site: Site) {
      let id = site.file.description
      self.init(file: id.split(separator: "/").last.map(String.init) ?? id, line: Int(site.line), operation: site.operation.description)
    }

    package var description: String { "\(file):\(line) \(operation)" }

    package static func < (left: YieldPoint, right: YieldPoint) -> Bool {
      (left.file, left.line, left.operation) < (right.file, right.line, right.operation)
    }
  }

  /// Counts how often each yield point was reached: a small hash table, because it is asked at every step.
  struct Coverage {
    private var sites: [Site?] = Array(repeating: nil, count: 2048)
    private var counts: [UInt64] = Array(repeating: 0, count: 2048)

    mutating func note(_ site: Site) {
      let file = UInt(bitPattern: site.file.utf8Start)
      let operation = UInt(bitPattern: site.operation.utf8Start)
      var index = Int(truncatingIfNeeded: ((file &+ site.line &* 31 &+ operation &* 17) &* 0x9E37_79B9_7F4A_7C15) >> 53)
      while let found = sites[index] {
        if found.file.utf8Start == site.file.utf8Start, found.line == site.line, found.operation.utf8Start == site.operation.utf8Start {
          counts[index] &+= 1
          return
        }
        index = (index + 1) & 2047
      }
      sites[index] = site
      counts[index] = 1
    }

    var points: [YieldPoint: UInt64] {
      var result: [YieldPoint: UInt64] = [:]
      for (site, count) in zip(sites, counts) { if let site { result[YieldPoint(site), default: 0] += count } }
      return result
    }
  }
#endif

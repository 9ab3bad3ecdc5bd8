import Foundation

/// The memory of this process.
package enum Memory {
  /// Bytes in use, where the system tells.
  package static var resident: Int? {
    guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = line.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }

  /// Runs `step` `count` times and answers by how many bytes memory grew from a fifth of the way on.
  package static func growth(_ count: Int, _ step: (Int) throws -> Void) rethrows -> Int {
    var before: Int?
    for number in 0..<count {
      if number == count / 5 { before = resident }
      try step(number)
    }
    guard let before, let after = resident, !Sanitizer.isOn else { return 0 }
    return after - before
  }
}

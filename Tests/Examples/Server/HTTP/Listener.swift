import Foundation

/// A socket on the loopback interface that accepts connections.
struct Listener: Sendable {
  let descriptor: Int32
  let port: UInt16

  init(port: UInt16) throws {
    let descriptor = Address.makeSocket()
    guard descriptor >= 0 else { throw Failure("socket") }
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    let bound = Address.with(port: port) { address, size in
      guard bind(descriptor, address, size) == 0, listen(descriptor, 128) == 0 else { return -1 }
      return getsockname(descriptor, address, &size)
    }
    guard bound.result == 0 else { throw Failure("port \(port)") }
    self.descriptor = descriptor
    self.port = bound.port
  }

  /// The next connection, or nil if none came within the time.
  func accept(within milliseconds: Int32) -> Int32? {
    guard Address.isReadable(descriptor, within: milliseconds) else { return nil }
    let connection = Foundation.accept(descriptor, nil, nil)
    return connection >= 0 ? connection : nil
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
  }
}

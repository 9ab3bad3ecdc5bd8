import Foundation

/// Sockets of the loopback interface, in the form that the system's calls want.
enum Address {
  /// Runs a socket call on the address of a port, and answers the call's result and the port that the address has afterwards.
  static func with(port: UInt16, _ call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Int32) -> (result: Int32, port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // unsafe: the calls take the address as another type, of the same bytes.
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
    }
    return (result, UInt16(bigEndian: address.sin_port))
  }

  static func makeSocket() -> Int32 {
    #if os(Linux)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, milliseconds) > 0
  }
}

import Foundation

/// The bytes of a text that were not sent yet.
struct Outgoing {
  enum State {
    case sent
    /// The socket takes no more for now.
    case full
    case refused
  }

  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  /// Sends as much as the socket takes.
  mutating func send(to descriptor: Int32) -> State {
    while !rest.isEmpty {
      // unsafe: the buffer is used within the call only.
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
      guard count >= 0 else { return errno == EAGAIN ? .full : .refused }
      rest = rest.dropFirst(count)
    }
    return .sent
  }
}

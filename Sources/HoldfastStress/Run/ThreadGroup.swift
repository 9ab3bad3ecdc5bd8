import Dispatch
import Foundation

/// Threads that do the same at the same time, each under its number.
package struct ThreadGroup {
  let group = DispatchGroup()

  /// Starts so many threads.
  ///
  /// - Parameter stack: how large the stack of each is, in bytes; nil for the system's size.
  package init(_ count: Int, stack: Int? = nil, name: String? = nil, _ body: @escaping @Sendable (_ number: Int) -> Void) {
    for number in 0..<count {
      group.enter()
      let thread = Thread { [group] in
        body(number)
        group.leave()
      }
      if let stack { thread.stackSize = stack }
      thread.name = name
      thread.start()
    }
  }

  /// Waits until all have ended.
  package func wait() { group.wait() }

  /// Waits until all have ended, but no longer than `seconds`; answers whether they have.
  package func wait(seconds: Double) -> Bool { group.wait(timeout: .now() + seconds) == .success }
}

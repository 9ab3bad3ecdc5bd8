import Dispatch
import Foundation

/// Turns the first Ctrl-C into a flag that ends the run with its report; the second one ends the process.
///
/// It works as long as the object lives.
package final class Interrupt {
  package let flag = Flag()
  private let source: any DispatchSourceSignal

  package init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "stress.interrupt"))
    source.setEventHandler { [flag] in
      if flag.isSet { _exit(130) }
      flag.set()
    }
    source.resume()
  }

  deinit {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}

/// Writes lines that name the request, and the trace that is current where the line is written.
package struct Logger: Sendable {
  private let sink: (@Sendable (String) -> Void)?
  private let request: String

  /// - Parameter sink: takes the lines; nil drops them.
  package init(request: String, sink: (@Sendable (String) -> Void)?) {
    self.request = request
    self.sink = sink
  }

  package func log(_ message: @autoclosure () -> String) {
    guard let sink else { return }
    sink("[\(TraceContext.current?.id ?? "no trace")] \(request): \(message())")
  }
}

/// What happens to running builds when their container shuts down.
public enum ShutdownPolicy: Sendable {
  /// Builds may finish. Their values are disposed of with the others.
  case drain
  /// Asynchronous builds are cancelled, and callers that wait for them get `.shutDown`. The shutdown still waits until their code has returned.
  case cancel
}

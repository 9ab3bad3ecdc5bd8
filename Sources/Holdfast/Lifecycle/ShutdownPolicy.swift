/// What happens to builds in flight when their container shuts down.
public enum ShutdownPolicy: Sendable {
  /// They may finish; what they made is disposed of with the rest.
  case drain
  /// Asynchronous ones are cancelled and their waiters get `.shutDown`; synchronous ones cannot be cancelled and are waited for.
  case cancel
}

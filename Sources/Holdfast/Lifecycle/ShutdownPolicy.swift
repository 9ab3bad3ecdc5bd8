/// What happens to builds in flight when their container shuts down.
public enum ShutdownPolicy: Sendable {
  /// They may finish; what they made is disposed of with the rest.
  case drain
  /// Asynchronous ones are cancelled and their waiters get `.shutDown`; their code is waited for, and so are synchronous ones.
  case cancel
}

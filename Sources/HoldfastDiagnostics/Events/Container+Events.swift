public import Holdfast

/// An observation of a container. It ends when you release it or call `cancel()`.
public final class EventObservation: Sendable {
  private let end: @Sendable () -> Void

  fileprivate init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    cancel()
  }

  /// Ends the observation. The handler is not called for later events. You may call this several times, from any thread.
  public func cancel() {
    end()
  }
}

extension Container {
  /// Calls `handler` for each event from now on, for logs and metrics.
  ///
  /// ```swift
  /// observation = container.observe { event in logger.debug("\(event)") }
  /// ```
  ///
  /// The handler runs on the thread of the event, with no lock held, so keep it short. Keep the observation in a property as long as you want events:
  /// with `_ =` it ends at once. Reading a built value makes no event.
  ///
  /// - Parameter handler: called with each event.
  /// - Returns: the observation, which ends when it is released.
  public func observe(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> EventObservation {
    EventObservation(addObserver { handler(ContainerEvent(event: $0)) })
  }

  /// The events from now on, as a sequence. It buffers at most `limit` events and drops older ones. It ends when the container is shut down or
  /// released.
  public func events(bufferingNewest limit: Int = 1024) -> AsyncStream<ContainerEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(max(1, limit))) { continuation in
      let observation = EventObservation(
        addObserver({ continuation.yield(ContainerEvent(event: $0)) }, onEnd: { continuation.finish() }))
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// An observation of a container. It ends when you release it or call `cancel()`.
public final class EventObservation: Sendable {
  private let observers: Observers
  private let number: Int

  init(_ observers: Observers, _ number: Int) {
    self.observers = observers
    self.number = number
  }

  deinit {
    cancel()
  }

  /// Ends the observation. The handler is not called for later events. You may call this several times, from any thread.
  public func cancel() {
    observers.remove(number)
  }
}

extension Container {
  /// Calls `handler` for each event from now on, for logs and metrics.
  ///
  /// ```swift
  /// let observation = container.observe { event in logger.debug("\(event)") }
  /// ```
  ///
  /// The handler runs on the thread of the event, with no lock held, so keep it short. Keep the observation as long as you want events. Reading a
  /// built value makes no event.
  public func observe(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> EventObservation {
    EventObservation(core.observers, core.observers.add(handler))
  }

  /// The events from now on, as a sequence. It buffers at most `limit` events and drops older ones. It ends when the container is shut down or
  /// released.
  public func events(bufferingNewest limit: Int = 1024) -> AsyncStream<ContainerEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(max(1, limit))) { continuation in
      let observers = core.observers
      let observation = EventObservation(observers, observers.add({ continuation.yield($0) }, onEnd: { continuation.finish() }))
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

/// Keeps an observer in place until `cancel()` is called or it is released.
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

  /// Ends the observation: the handler is not called for what happens later. May be called more than once, from any thread.
  public func cancel() {
    observers.remove(number)
  }
}

extension Container {
  /// Tells `handler` of every event from now on: for logs and metrics.
  ///
  /// ```swift
  /// let observation = container.observe { event in logger.debug("\(event)") }
  /// ```
  ///
  /// It is called on the thread where the event happens, with no lock held; keep it short, and keep the observation. Resolving what is there
  /// makes no event and costs nothing more.
  public func observe(_ handler: @escaping @Sendable (ContainerEvent) -> Void) -> EventObservation {
    EventObservation(core.observers, core.observers.add(handler))
  }

  /// The events from now on, as a sequence that keeps at most `limit` that were not read yet: older ones are dropped. It ends with the
  /// container, when that was shut down or its last handle is gone.
  public func events(bufferingNewest limit: Int = 1024) -> AsyncStream<ContainerEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(max(1, limit))) { continuation in
      let observers = core.observers
      let observation = EventObservation(observers, observers.add({ continuation.yield($0) }, onEnd: { continuation.finish() }))
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

import OnceKernel

/// Something that happened in a container, as the container tells it to its observers. `HoldfastDiagnostics` makes its events from it.
package struct ObservedEvent: Sendable {
  package enum Kind: Sendable {
    case registered
    case replaced
    case unregistered
    case reset
    case building
    case built(Duration)
    case failed(ResolutionError)
    case waited(Duration)
    case slow(Duration)
    case disposed
    case disposalFailed(any Error)
    case scopeOpened(ObservedScope)
    case scopeEnded(ObservedScope, Ending, after: Duration, instances: Int)
    case scopeForgotten(ObservedScope)
  }

  package let kind: Kind
  package let key: AnyKey
  /// Where that was registered; of a scope, where it was opened.
  package let site: SourceSite?
  /// The key whose factory needed `key`, if a factory did.
  package let requestedBy: AnyKey?
  /// The time at which it happened, or its end if it takes time.
  package let time: ProcessClock.Moment
  package let thread: UInt
  /// The overrides in which it happened; nil for the container's own.
  package let overrides: ObservedOverrides?
}

/// The overrides that an event is of: those of a layer, or of a container that overrides another one.
package struct ObservedOverrides: Sendable {
  /// Unique in this process.
  package let number: UInt
  package let site: SourceSite

  private static let numbers = AtomicWord(1)

  /// Those that the code at `site` makes now.
  init(at site: SourceSite) {
    number = Self.numbers.next()
    self.site = site
  }
}

/// The scope that an event is about.
package struct ObservedScope: Sendable {
  /// Unique in this process; 0 if the container had no observer when the scope was opened.
  package let number: UInt
  package let kind: ScopeKind?
  package let site: SourceSite
}

extension Container {
  /// Calls `handler` for each event, on its thread, outside every lock. Returns what ends that.
  ///
  /// - Parameter onEnd: called once, when the container ends, unless the handler was removed before.
  package func addObserver(
    _ handler: @escaping @Sendable (ObservedEvent) -> Void, onEnd: (@Sendable () -> Void)? = nil
  ) -> @Sendable () -> Void {
    let observers = core.observers
    let number = observers.add(handler, onEnd: onEnd, for: core)
    return { observers.remove(number) }
  }
}

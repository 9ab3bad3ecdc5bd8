public import Holdfast

/// Something that happened in a container.
public struct ContainerEvent: Sendable, CustomStringConvertible {
  /// The kinds of events.
  public enum Kind: Sendable {
    /// A registration was added.
    case registered
    /// A registration replaced another one.
    case replaced
    /// A registration was removed.
    case unregistered
    /// An instance was removed. The registration stays.
    case reset
    /// A factory starts.
    case building
    /// A value was built. The duration includes its dependencies.
    case built(Duration)
    /// A factory threw.
    case failed(ResolutionError)
    /// A caller waited for another caller's build. The duration is the length of the wait.
    case waited(Duration)
    /// A factory is still running, and has taken longer than the limit of ``LongWaits``. Sent once for each build, also if it has a single caller.
    case slow(Duration)
    /// An instance was disposed of.
    case disposed
    /// A disposer threw this error. The error is also in the report of the container's `shutdown()`.
    case disposalFailed(any Error)
    /// A scope was opened; the key is `Scope`.
    case scopeOpened(ScopeEvent)
    /// A scope ended. `after` is how long it was open, with its disposers. Sent only for scopes whose opening was sent.
    case scopeEnded(ScopeEvent, Ending, after: Duration, instances: Int)
    /// A scope was released without having been ended. It ends as abandoned.
    case scopeForgotten(ScopeEvent)
  }

  let event: ObservedEvent

  /// What happened.
  public var kind: Kind { Kind(event.kind) }
  /// The key that the event is about.
  public var key: AnyKey { event.key }
  /// The place of the registration that the event is about. Of a scope's event it is the place where the scope was opened.
  public var site: SourceSite? { event.site }
  /// The key whose factory needed `key`, if a factory did.
  public var requestedBy: AnyKey? { event.requestedBy }
  /// The time of the event, or its end if it takes time.
  public var time: ContinuousClock.Instant { event.time.instant }
  /// The number of the event's thread. Holdfast numbers threads itself.
  public var thread: UInt { event.thread }
  /// The overrides in which it happened. Nil if it happened in the container itself, without overrides.
  ///
  /// A container, its `withOverrides` and the containers that override it have the same observers, so an observer of one gets the events of all.
  ///
  /// ```swift
  /// for await event in container.events() where event.overrides == nil { log(event) }
  /// ```
  public var overrides: OverridesEvent? { event.overrides.map(OverridesEvent.init) }

  public var description: String {
    let origin = requestedBy.map { " for \($0)" } ?? ""
    return "\(told(of: origin))\(overrides.map { " in \($0)" } ?? "")"
  }

  /// - Parameter origin: what asked for it.
  private func told(of origin: String) -> String {
    switch kind {
    case .registered: "registered \(key)"
    case .replaced: "replaced \(key)"
    case .unregistered: "unregistered \(key)"
    case .reset: "reset \(key)"
    case .building: "building \(key)\(origin)"
    case .built(let duration): "built \(key)\(origin) in \(Self.spelled(duration))"
    case .failed(let error): "failed \(key)\(origin): \(error.message)"
    case .waited(let duration): "waited \(Self.spelled(duration)) for \(key)\(origin)"
    case .slow(let duration): "building \(key)\(place)\(origin) has taken \(Self.spelled(duration)) so far"
    case .disposed: "disposed \(key)"
    case .disposalFailed(let error): "disposer of \(key)\(place) failed: \(error)"
    case .scopeOpened(let scope): "\(scope)"
    case .scopeEnded(let scope, let ending, let duration, let instances):
      "\(scope) ended (\(ending.name)) after \(Self.spelled(duration)), \(instances) instances"
    case .scopeForgotten(let scope): "\(scope) was released without end()"
    }
  }

  private var place: String { site.map { " (registered at \($0))" } ?? "" }

  private static func spelled(_ duration: Duration) -> String {
    let microseconds = Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
    return switch microseconds {
    case ..<1e3: "\(Int(microseconds)) µs"
    case ..<1e6: "\(Double(Int(microseconds / 10)) / 100) ms"
    default: "\(Double(Int(microseconds / 1e4)) / 100) s"
    }
  }
}

extension ContainerEvent.Kind {
  fileprivate init(_ kind: ObservedEvent.Kind) {
    self =
      switch kind {
      case .registered: .registered
      case .replaced: .replaced
      case .unregistered: .unregistered
      case .reset: .reset
      case .building: .building
      case .built(let duration): .built(duration)
      case .failed(let error): .failed(error)
      case .waited(let duration): .waited(duration)
      case .slow(let duration): .slow(duration)
      case .disposed: .disposed
      case .disposalFailed(let error): .disposalFailed(error)
      case .scopeOpened(let scope): .scopeOpened(ScopeEvent(scope: scope))
      case .scopeEnded(let scope, let ending, let duration, let instances):
        .scopeEnded(ScopeEvent(scope: scope), ending, after: duration, instances: instances)
      case .scopeForgotten(let scope): .scopeForgotten(ScopeEvent(scope: scope))
      }
  }
}

/// The overrides that an event is of: those of one call of `withOverrides`, or of one container that overrides another.
public struct OverridesEvent: Sendable, CustomStringConvertible {
  fileprivate let overrides: ObservedOverrides

  /// The number of the overrides, unique in this process.
  public var number: UInt { overrides.number }
  /// Where they were made.
  public var site: SourceSite { overrides.site }

  public var description: String { "overrides \(number) from \(site)" }
}

/// The scope that an event is about.
public struct ScopeEvent: Sendable, CustomStringConvertible {
  fileprivate let scope: ObservedScope

  /// The number of the scope, unique in this process. It is 0 if the container had no observer when the scope was opened.
  public var number: UInt { scope.number }
  /// The kind of the scope, if it has one.
  public var kind: ScopeKind? { scope.kind }
  /// Where it was opened.
  public var site: SourceSite { scope.site }

  public var description: String { "scope\(kind.map { " \($0.name)" } ?? "") opened at \(site)" }
}

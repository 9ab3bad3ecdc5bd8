/// Something that happened in a container.
public struct ContainerEvent: Sendable, CustomStringConvertible {
  /// What can happen.
  public enum Kind: Sendable {
    /// A registration was added.
    case registered
    /// A registration took the place of another.
    case replaced
    /// A registration was taken away.
    case unregistered
    /// An instance was forgotten; the registration stays.
    case reset
    /// A factory starts.
    case building
    /// A value was built, in that time, what it needed included.
    case built(Duration)
    /// A factory threw.
    case failed(ResolutionError)
    /// A caller waited that long for another caller's build.
    case waited(Duration)
    /// An instance was put away, by its disposer.
    case disposed
    /// A scope was opened; the key is `Scope`.
    case scopeOpened(ScopeEvent)
    /// A scope has ended, after that time, disposers included, with so many instances. Told of scopes that were told of when they were opened.
    case scopeEnded(ScopeEvent, Ending, after: Duration, instances: Int)
    /// A scope was released without having been ended; it is ended as abandoned.
    case scopeForgotten(ScopeEvent)
  }

  /// What happened.
  public let kind: Kind
  /// What it happened to.
  public let key: AnyKey
  /// The build it happened for: what needed `key`, if a factory did.
  public let requestedBy: AnyKey?
  /// When it happened; for what takes time, when it ended.
  public let time: ContinuousClock.Instant
  /// The thread it happened on, as the kernel of the container numbers threads.
  public let thread: UInt

  public var description: String {
    let origin = requestedBy.map { " for \($0)" } ?? ""
    return switch kind {
    case .registered: "registered \(key)"
    case .replaced: "replaced \(key)"
    case .unregistered: "unregistered \(key)"
    case .reset: "reset \(key)"
    case .building: "building \(key)\(origin)"
    case .built(let duration): "built \(key)\(origin) in \(Self.spelled(duration))"
    case .failed(let error): "failed \(key)\(origin): \(error.message)"
    case .waited(let duration): "waited \(Self.spelled(duration)) for \(key)\(origin)"
    case .disposed: "disposed \(key)"
    case .scopeOpened(let scope): "\(scope)"
    case .scopeEnded(let scope, let ending, let duration, let instances):
      "\(scope) ended (\(ending.name)) after \(Self.spelled(duration)), \(instances) instances"
    case .scopeForgotten(let scope): "\(scope) was released without end()"
    }
  }

  private static func spelled(_ duration: Duration) -> String {
    let microseconds = Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12
    return switch microseconds {
    case ..<1e3: "\(Int(microseconds)) µs"
    case ..<1e6: "\(Double(Int(microseconds / 10)) / 100) ms"
    default: "\(Double(Int(microseconds / 1e4)) / 100) s"
    }
  }
}

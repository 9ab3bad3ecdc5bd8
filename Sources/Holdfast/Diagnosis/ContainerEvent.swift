/// Something that happened in a container.
public struct ContainerEvent: Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    case registered, replaced, unregistered, reset
    /// A factory starts.
    case building
    /// A value was built, in that time, what it needed included.
    case built(Duration)
    case failed(ResolutionError)
    /// Somebody waited that long for a build of somebody else.
    case waited(Duration)
    case disposed
  }

  public let kind: Kind
  public let key: AnyKey
  /// The build it happened for: what needed `key`, if a factory did.
  public let requestedBy: AnyKey?
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
    case .built(let duration): "built \(key)\(origin) in \(duration)"
    case .failed(let error): "failed \(key)\(origin): \(error.message)"
    case .waited(let duration): "waited \(duration) for \(key)\(origin)"
    case .disposed: "disposed \(key)"
    }
  }
}

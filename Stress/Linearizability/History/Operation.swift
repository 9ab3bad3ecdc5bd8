/// One call on one key, or on every key, as the thread that made it saw it: when it started, when it returned, what came of it.
///
/// Ticks are nanoseconds of the monotonic clock, the same for all threads; two that are equal say nothing of which came first. One thread's
/// operations follow each other strictly.
public struct Operation: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    /// A factory was registered, in the place of the one before.
    case registered
    case unregistered
    case reset
    case sealed
    /// A change was refused because the container is sealed.
    case refused
    /// A resolve returned an instance.
    case resolved
    /// A resolve found no registration.
    case notRegistered
    /// A resolve got the error that a factory threw on purpose.
    case threw
    /// Anything else, which is always wrong.
    case failed
  }

  public var start: UInt64
  /// `never` for a call that did not return.
  public var end: UInt64
  /// The instance of a resolve, the generation that was registered or that threw, an `Answer` of a removal; otherwise 0.
  public var value: UInt64
  /// When the factory of the resolved instance started.
  public var factoryStart: UInt64
  public var key: Int32
  public var kind: Kind

  public init(_ kind: Kind, key: Int32, value: UInt64 = 0, from start: UInt64, to end: UInt64, factoryStart: UInt64 = 0) {
    self.start = start
    self.end = end
    self.value = value
    self.factoryStart = factoryStart
    self.key = key
    self.kind = kind
  }

  /// The key of a call that means every key.
  public static let everyKey: Int32 = -1
  /// The end of a call that did not return.
  public static let never = UInt64.max

  /// What unregister and reset say of whether something was registered.
  public enum Answer {
    public static let unknown: UInt64 = 0
    public static let present: UInt64 = 1
    public static let absent: UInt64 = 2

    static func of(_ isPresent: Bool) -> UInt64 { isPresent ? present : absent }
  }

  @inline(__always)
  func concerns(_ key: Int32) -> Bool { self.key == key || self.key == Self.everyKey }

  /// Whether it can only have looked: it changes no state but that of an empty key, and never says whether something is registered.
  var isLook: Bool {
    switch kind {
    case .resolved, .notRegistered, .threw, .refused, .failed: true
    case .registered, .unregistered, .reset, .sealed: false
    }
  }
}

/// An operation and the thread that carried it out.
public struct Event: Sendable, Equatable {
  /// The number of the thread; it carries out one operation at a time.
  public var thread: Int
  public var operation: Operation

  public init(thread: Int, _ operation: Operation) {
    self.thread = thread
    self.operation = operation
  }
}

/// The number of an instance: which registration built it, and as which of its builds.
///
/// No counter is shared by all threads, because its traffic would order what the checked code does not. 0 is no instance; generation 0 is
/// no registration.
public enum Identity {
  static let buildBits: UInt64 = 28

  public static func make(generation: UInt64, build: UInt64) -> UInt64 {
    generation << buildBits | (build & (1 << buildBits - 1))
  }

  @inline(__always)
  public static func generation(of instance: UInt64) -> UInt64 { instance >> buildBits }

  /// As timelines show it: generation, point, build.
  static func text(_ instance: UInt64) -> String {
    instance == 0 ? "nothing" : "\(generation(of: instance)).\(instance & (1 << buildBits - 1))"
  }
}

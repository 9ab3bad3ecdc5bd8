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

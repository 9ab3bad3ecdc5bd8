/// A place in the source code, such as that of a registration, for error messages.
public struct SourceSite: Sendable, Hashable, CustomStringConvertible {
  /// The literal's zero-terminated text, which lives as long as the program: shorter than a `StaticString`, as there is one in each registration.
  private nonisolated(unsafe) let text: UnsafePointer<UInt8>  // unsafe: points to constant memory
  /// The line of the call.
  public let line: UInt32

  @usableFromInline
  package init(_ fileID: StaticString, _ line: UInt32) {
    text = fileID.hasPointerRepresentation ? fileID.utf8Start : SourceSite.unknown.utf8Start
    self.line = line
  }

  private static let unknown: StaticString = "?"

  /// Module and file, as `#fileID` spells it.
  public var file: String { String(cString: text) }

  @inline(never)  // for size: called from many places
  public var description: String { "\(file):\(line)" }

  public static func == (left: SourceSite, right: SourceSite) -> Bool {
    left.line == right.line && (left.text == right.text || left.file == right.file)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(file)
  }
}

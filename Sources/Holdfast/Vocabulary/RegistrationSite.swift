/// Where something was registered or sealed, for error messages.
public struct RegistrationSite: Sendable, Hashable, CustomStringConvertible {
  let fileID: StaticString
  public let line: UInt32

  init(_ fileID: StaticString, _ line: UInt32) {
    self.fileID = fileID
    self.line = line
  }

  /// Module and file, as `#fileID` spells it.
  public var file: String { fileID.description }

  public var description: String { "\(fileID):\(line)" }

  public static func == (left: RegistrationSite, right: RegistrationSite) -> Bool {
    left.line == right.line && left.file == right.file
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(file)
  }
}

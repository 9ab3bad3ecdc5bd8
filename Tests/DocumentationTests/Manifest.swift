/// A listing that belongs into a `Package.swift`, as a whole or in part.
enum Manifest {
  static let remote = #".package(url: "<the URL of this repository>", branch: "main")"#

  static func isOne(_ text: String) -> Bool { text.contains(".package(url:") }

  /// A manifest that can be read, made of what a listing says.
  static func completed(_ text: String) -> String {
    let local = text.replacing(remote, with: #".package(name: "Holdfast", path: "/nowhere/Holdfast")"#)
    if text.contains("import PackageDescription") { return local }
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
      name: "App",
      \(local)
      )
      """
  }
}

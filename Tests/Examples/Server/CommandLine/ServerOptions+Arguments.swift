import Foundation

extension ServerOptions {
  init(_ arguments: Arguments) throws(Arguments.Mistake) {
    let folder = FileManager.default.temporaryDirectory
    self.init(database: folder.appendingPathComponent("greetings-\(ProcessInfo.processInfo.processIdentifier).txt"))
    isDatabaseTemporary = true
    var rest = arguments
    while let option = rest.next() {
      switch option {
      case "--port": port = UInt16(clamping: Int(try rest.number(for: option)))
      case "--wiring": wiring = try rest.choice(for: option)
      case "--scoped": scoped = try rest.choice(for: option)
      case "--database":
        database = try rest.path(for: option)
        isDatabaseTemporary = false
      case "--grace": grace = .seconds(try rest.number(for: option))
      case "--hang-disposer": hangingDisposer = try rest.choice(for: option)
      case "--replacing": replacements = try rest.number(for: option)
      case "--log": isLogging = true
      case "--json": isJSON = true
      case "--until-input-ends": endsWithInput = true
      default: throw Arguments.Mistake(text: "unknown option '\(option)'")
      }
    }
  }
}

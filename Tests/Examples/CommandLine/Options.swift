/// What the command line asks for.
struct Options: Sendable {
  var files: [String] = []
  var json = false
  var graph = false
  var help = false
  var top = 10

  struct Mistake: Error {
    let text: String
  }

  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--graph": graph = true
      case "--help": help = true
      case "--top":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { throw Mistake(text: "--top needs a number") }
        top = number
      case _ where argument.hasPrefix("-"): throw Mistake(text: "unknown option '\(argument)'")
      default: files.append(argument)
      }
    }
    if files.isEmpty && !graph && !help { throw Mistake(text: "no file is named") }
  }
}

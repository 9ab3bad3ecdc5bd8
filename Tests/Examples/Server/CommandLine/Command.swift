import Foundation

/// What the program was asked to do.
package enum Command {
  case help
  case serve(ServerOptions)
  case load(LoadOptions)
  case compare(LoadOptions, rounds: Int)

  /// Runs the command line, and ends the program.
  package static func main() async -> Never {
    signal(SIGPIPE, SIG_IGN)  // writing to a client that has left is an error, not the end of the program
    do {
      let command = try Command(Arguments(CommandLine.arguments.dropFirst()))
      exit(try await command.run() ? 0 : 1)
    } catch let mistake as Arguments.Mistake {
      FileHandle.standardError.write(Data("greeting-server: \(mistake.text) (see --help)\n".utf8))
      exit(2)
    } catch {
      FileHandle.standardError.write(Data("greeting-server: \(error)\n".utf8))
      exit(1)
    }
  }

  init(_ arguments: Arguments) throws(Arguments.Mistake) {
    var words = arguments
    while let word = words.next() {
      if word == "--help" {
        self = .help
        return
      }
    }
    var rest = arguments
    switch rest.next() {
    case "load": self = .load(try LoadOptions(&rest))
    case "compare":
      var rounds = 5
      let options = try LoadOptions(&rest) { option, rest throws(Arguments.Mistake) in
        guard option == "--rounds" else { return false }
        rounds = max(1, Int(try rest.number(for: option)))
        return true
      }
      self = .compare(options, rounds: rounds)
    default: self = .serve(try ServerOptions(arguments))
    }
  }

  private func run() async throws -> Bool {
    switch self {
    case .help:
      print(Usage.text)
      return true
    case .serve(let options):
      return try await Service.run(options)
    case .load(let options):
      let result = try Load(options).run()
      print(options.isJSON ? try result.json : result.text)
      return result.isClean
    case .compare(let options, let rounds):
      return try Comparison(options, rounds: rounds).run()
    }
  }
}

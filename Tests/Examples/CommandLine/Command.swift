import Foundation
import Holdfast
import HoldfastDiagnostics

/// The command line: what was asked for, the container for it, and the answer.
enum Command {
  static let help = """
    usage: tally [--json] [--top N] [--graph] FILE...

    Prints the most frequent words of the files.
      --json     as JSON
      --top N    how many words; 10 without it
      --graph    print what the program is made of, and build nothing
      --help     print this

    Exit status: 0 for success, 1 if a file cannot be read, 2 for a mistake on the command line.
    """

  /// Answers the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options(arguments)
      if options.help {
        print(help)
        return 0
      }
      let container = try Container(TallyAssembly(options: options))
      try container.validate(roots: [AnyKey(Tally.self)])
      container.seal()  // nothing changes any more
      if options.graph {
        print(container.graph().text)
        return 0
      }
      print(try container.resolve(Tally.self).report(on: options.files))
      return 0
    } catch let error as Options.Mistake {
      complain("\(error.text) (see --help)")
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("tally: \(text)\n".utf8))
  }
}

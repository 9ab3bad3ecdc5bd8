import Foundation

// A command that counts words, put together by a container. `tally --help` says more.
exit(Command.run(Array(CommandLine.arguments.dropFirst())))

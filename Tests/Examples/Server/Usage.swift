import Foundation

/// How the program is called.
enum Usage {
  static let text = """
    usage: greeting-server [PORT]
           greeting-server load [--seconds N] [--connections N] [--pause MILLISECONDS]

    Serves on 127.0.0.1, on a free port without PORT, and prints which. SIGTERM ends it: it answers what has been sent, closes its
    connections, shuts its container down, and says what it counted.

    With 'load' it starts itself as a server, keeps N connections (8) busy for N seconds (2), with a pause (0) between an answer and the next
    request, sends SIGTERM while they are, and says what both sides counted.

    Exit status: 0 if every request was answered, every scope ended and nothing was left alive; 1 if not; 2 for a mistake on the command line.
    """

  static func complain(_ text: String) -> Never {
    FileHandle.standardError.write(Data("greeting-server: \(text) (see --help)\n".utf8))
    exit(2)
  }
}

import Foundation

// An HTTP server on the loopback interface, with a container scope for each request. `greeting-server --help` says more.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--help":
  print(Usage.text)
case "load":
  guard let load = Load(arguments.dropFirst()) else {
    Usage.complain("load takes --seconds, --connections and --pause, each with a number")
  }
  exit(try load.run() ? 0 : 1)
default:
  guard arguments.count <= 1, let port = UInt16(arguments.first ?? "0") else { Usage.complain("the only argument is a port") }
  exit(try await Server.serve(on: port) ? 0 : 1)
}

import TaskExplorer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

StableHashing.ensure()
let arguments = CommandLine.arguments.dropFirst()
do {
  switch arguments.first {
  case "tasks": exit(try TaskCommand(arguments: Array(arguments.dropFirst())).run())
  default:
    Console.error.line("usage: explore tasks [options]; explore tasks --help lists them")
    exit(2)
  }
} catch {
  Console.error.line("explore: \(error)")
  exit(2)
}

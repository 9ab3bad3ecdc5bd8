import Crossings
import HoldfastStress

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

do {
  let status = try CrossingsCommand(arguments: Array(CommandLine.arguments.dropFirst())).run()
  // Threads that hang would keep an orderly exit from ending; everything is written by now.
  _exit(status)
} catch {
  Console.error.line("crossings: \(error)")
  exit(2)
}

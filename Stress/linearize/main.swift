import HoldfastStress
import Linearizability

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
  let ending = try LinearizeCommand(arguments: Array(CommandLine.arguments.dropFirst())).run()
  // Threads that hang would keep an orderly exit from ending; everything is written by now.
  if ending.leavesThreads { _exit(ending.status) }
  exit(ending.status)
} catch {
  Console.error.line("linearize: \(error)")
  exit(2)
}

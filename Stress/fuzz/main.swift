import Fuzzing
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
  exit(try FuzzCommand(arguments: Array(CommandLine.arguments.dropFirst())).run())
} catch {
  Console.error.line("fuzz: \(error)")
  exit(2)
}

import KernelExplorer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "kernel": exit(KernelCommand.run(Array(arguments.dropFirst())))
default:
  print("usage: explore kernel [options]     every schedule of the kernel's threads; see explore kernel --help")
  exit(arguments.first == "--help" ? 0 : 2)
}

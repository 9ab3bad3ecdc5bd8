import HoldfastStress
import KernelExplorer
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

let usage = """
  usage: explore kernel [options]   tries the schedules of a container's threads
         explore tasks [options]    tries the orders of a container's asynchronous jobs

  explore kernel --help and explore tasks --help list the options.
  """

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "kernel": exit(KernelCommand.run(Array(arguments.dropFirst())))
case "tasks":
  StableHashing.ensure()
  do {
    exit(try TaskCommand(arguments: Array(arguments.dropFirst())).run())
  } catch {
    Console.error.line("explore: \(error)")
    exit(2)
  }
case "--help", "-h":
  print(usage)
default:
  Console.error.line(usage)
  exit(2)
}

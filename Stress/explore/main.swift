import HoldfastStress
import KernelExplorer
import TaskExplorer

let usage = """
  usage: explore kernel [options]   tries the schedules of a container's threads
         explore tasks [options]    tries the orders of a container's asynchronous jobs

  explore kernel --help and explore tasks --help list the options.
  """

CommandEnding.main("explore") { arguments in
  let rest = Array(arguments.dropFirst())
  switch arguments.first {
  case "kernel": return CommandEnding(KernelCommand.run(rest))
  case "tasks":
    StableHashing.ensure()
    return CommandEnding(try TaskCommand(arguments: rest).run())
  case "--help", "-h":
    Console.output.line(usage)
    return CommandEnding(0)
  default:
    Console.error.line(usage)
    return CommandEnding(2)
  }
}

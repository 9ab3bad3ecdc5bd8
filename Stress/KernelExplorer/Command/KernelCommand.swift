import HoldfastStress

/// The command `explore kernel`, from its arguments to its exit status.
package enum KernelCommand {
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      let options = try KernelOptions(parsing: arguments)
      if options.mode == .help {
        Console.output.line(KernelOptions.help)
        return 0
      }
      #if Exploration
        return try KernelRun(options).run()
      #else
        Console.error.line("explore: built without the scheduler; run it as: swift run -c release --traits Exploration explore kernel")
        return 2
      #endif
    } catch {
      Console.error.line("explore: \(error)")
      return 2
    }
  }
}

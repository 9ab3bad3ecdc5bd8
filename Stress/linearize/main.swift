import HoldfastStress
import Linearizability

CommandEnding.main("linearize") { try LinearizeCommand(arguments: $0).run() }

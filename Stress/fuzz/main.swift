import Fuzzing
import HoldfastStress

CommandEnding.main("fuzz") { CommandEnding(try FuzzCommand(arguments: $0).run()) }

import Crossings
import HoldfastStress

// A program that hangs leaves threads behind.
CommandEnding.main("crossings") { CommandEnding(try CrossingsCommand(arguments: $0).run(), leavesThreads: true) }

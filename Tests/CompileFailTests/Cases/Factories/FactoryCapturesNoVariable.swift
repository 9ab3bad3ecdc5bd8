// A factory may run on several threads at once: it cannot change a variable that it captured.
import Holdfast

private struct Ticket: Sendable {
  let number: Int
}

func register(in container: Container) throws {
  var number = 0
  let next = number + 1
  // compiles: try container.register(Ticket.self) { _ in Ticket(number: next) }
  // refused: reference to captured var 'number' in concurrently-executing code
  try container.register(Ticket.self) { _ in Ticket(number: number) }
  number = next
}

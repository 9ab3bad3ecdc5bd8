/// The work of one turn of a loop that has to be awaited; see `Operation`.
///
/// These are inlined: a call of an asynchronous function has costs of its own, and no access can move across an `await`.
protocol AsyncOperation: Sendable {
  func perform(_ turn: Int) async throws
}

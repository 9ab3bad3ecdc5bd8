/// A loop whose work has to be awaited, written out for one subject in one case; see `Operation`.
///
/// The whole loop, and not one turn of it: calling an asynchronous function has costs of its own, which would be taken for the subject's. No
/// access can move across an `await`.
protocol AsyncOperation: Sendable {
  func run(_ turns: Int) async throws
}

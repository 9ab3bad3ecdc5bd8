import Holdfast

extension Events {
  /// Callers that give up.
  static let cancellations = [cancelOne, cancelAll]

  private static let cancelOne = Event(
    name: "cancel-one", summary: "one of the callers is cancelled", codes: [.cancelled], rebuilds: true, needsTasks: true,
    wantsAsynchronousLeaf: true, points: [.factory, .middle],
    perform: { scene in scene.edit { $0.asking.first }?.cancel() })

  private static let cancelAll = Event(
    name: "cancel-all", summary: "every caller is cancelled", codes: [.cancelled], rebuilds: true, needsTasks: true,
    wantsAsynchronousLeaf: true, waitsForCancellation: true, points: [.factory, .middle],
    perform: { scene in for task in scene.edit({ $0.asking }) { task.cancel() } })
}

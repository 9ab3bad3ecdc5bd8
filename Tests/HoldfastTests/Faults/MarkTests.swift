import Holdfast
import Testing

extension Faults {
  /// The marks of the tasks that factories run in, which are counted, so that nothing is looked up while there is none.
  @Suite("The marks of tasks")
  struct MarkTests {
    private static let rounds = 400

    // While the marks of one task come and go, so that their number crosses 0, another one asks for the key that it builds:
    //
    //   builder                                   others
    //   the factory begins: its mark is counted
    //                                             factories begin and return: marks are counted and uncounted
    //   asks the captured container for its key:
    //   it has to see its own mark
    @Test("Case 119 A: a task does not overlook its own mark while others come and go")
    func marks() async throws {
      let container = Container()
      try container.register(
        Int.self, scope: .cached("marks"),
        .async { _ in
          await Task.yield()  // time for other marks to be uncounted
          return try await container.resolve(Int.self)
        })
      try container.register(String.self, scope: .transient, .async { _ in "made" })
      let isOver = Gate("all was asked for")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            while !isOver.isOpen {
              _ = try await container.resolve(String.self)
              await Task.yield()
            }
          }
        }
        group.addTask {
          defer { isOver.open() }
          for _ in 0..<Self.rounds {
            let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Int.self) }
            #expect(error?.code == .cycle)
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

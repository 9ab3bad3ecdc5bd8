import Holdfast

/// Assemblies that are applied when a question comes; two values of one type.
struct AssemblyThing: Part {
  let name = "assembly"
  let summary = "applies two assemblies of one type before it is asked"

  private struct Extra: Assembly {
    let number: Int
    func register(in batch: Batch) { batch.register(Int.self, named: Name("\(number)"), instance: number) }
  }

  private func apply(_ scene: Scene) throws {
    let container = try scene.container
    try container.apply(Extra(number: 1), Extra(number: 2))
    for number in 1...2 {
      do throws(ResolutionError) {
        let value = try container.resolve(Int.self, named: Name("\(number)"))
        scene.book.expect(value == number, .whole, "assembly \(number) gave \(value)")
      } catch {
        scene.book.expect(
          error.code != .notRegistered || scene.program.unregistersAll, .whole, "assembly \(number) of two of one type was not applied")
      }
    }
  }

  func now(_ asker: Asker, _ question: Question) throws {
    try apply(question.scene)
    try question.now(asker)
  }

  nonisolated(nonsending) func later(_ asker: Asker, _ question: Question) async throws {
    try apply(question.scene)
    try await question.later(asker)
  }
}

/// Every registration in two containers.
struct TwinsThing: Part {
  let name = "twins"
  let summary = "every registration is handed to two containers"
  var isPlural: Bool { true }

  private struct Numbered {
    let number: Int
  }

  func addition(to batch: Recorder) {
    for number in 0..<6 { batch.register(Numbered.self, named: Name("twin \(number)"), instance: Numbered(number: number)) }
  }

  func prepare(_ scene: Scene) throws {
    // The other one has them in another order.
    let twin = Container()
    for registration in scene.edit({ $0.registrations }).reversed() { try twin.add(registration) }
    scene.edit { $0.others.append(twin) }
  }

  func inspect(_ scene: Scene) throws {
    guard let all = try? scene.container.resolveAll(Numbered.self) else { return }
    let numbers = all.map(\.number)
    scene.book.expect(numbers == numbers.sorted(), .whole, "what was registered in order is found in the order \(numbers)")
  }
}

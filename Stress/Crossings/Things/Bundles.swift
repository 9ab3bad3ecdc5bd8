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
        scene.book.expect(error.code != .notRegistered, .whole, "assembly \(number) of two of one type was not applied")
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

  func prepare(_ scene: Scene) throws {
    let twin = Container()
    let container = try scene.container
    let recorder = Recorder()
    for number in 0..<6 { recorder.register(Int.self, named: Name("twin \(number)"), instance: number) }
    for index in scene.needs.indices.reversed() { scene.install(index, in: recorder, generation: 0) }
    // The other one has them in another order.
    let registrations = recorder.take()
    for registration in registrations { try container.add(registration) }
    for registration in registrations.reversed() { try twin.add(registration) }
    scene.edit { $0.others.append(twin) }
  }

  func inspect(_ scene: Scene) throws {
    guard let all = try? scene.container.resolveAll(Int.self) else { return }
    let numbers = all.filter { $0 < 6 }
    scene.book.expect(numbers == numbers.sorted(), .whole, "what was registered in order is found in the order \(numbers)")
  }
}

/// The decorators and injectors of a container: of a name, or of the type, by the steps that registered them.
struct ModelExtensions {
  var decorators: [Step.Word?: [Int]] = [:]
  var injectors: [Step.Word?: Int] = [:]

  func areThere(for name: Step.Word) -> Bool { !seen(by: name, typesInjectorWins: false).isEmpty }

  /// Those that run for a new value of this name, in order.
  func seen(by name: Step.Word, typesInjectorWins: Bool) -> [Int] {
    let injector = typesInjectorWins ? injectors[.none] ?? injectors[name] : injectors[name] ?? injectors[.none]
    return (decorators[.none] ?? []) + (decorators[name] ?? []) + (injector.map { [$0] } ?? [])
  }
}

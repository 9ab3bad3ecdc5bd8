import Holdfast
import StressKit

/// Holdfast's container behind what is checked.
///
/// Key 0 is a type without a name, the others have names; key 1 is of a cache group while its container is never sealed.
final class HoldfastSubject: CheckedSubject {
  private let container = Container()
  private let names: [Name?]
  private let scopes: [Lifetime<Specimen>]

  init(keys: Int, isSealed: Bool) {
    names = (0..<keys).map { $0 == 0 ? nil : Name("key \($0)") }
    scopes = (0..<keys).map { $0 == 1 && !isSealed ? .cached(CacheGroup("checked")) : .singleton }
  }

  func register(_ key: Int, _ recipe: Recipe) throws(SubjectFailure) {
    try SubjectFailure.telling {
      try container.register(Specimen.self, named: names[key], scope: scopes[key]) { _ in try recipe.make() }
    }
  }

  func registerAll(_ keys: Range<Int>, _ recipe: Recipe) throws(SubjectFailure) {
    try SubjectFailure.telling {
      try container.registerAll { batch in
        for key in keys { batch.register(Specimen.self, named: names[key], scope: scopes[key]) { _ in try recipe.make() } }
      }
    }
  }

  func unregister(_ key: Int) throws(SubjectFailure) -> Bool? {
    try SubjectFailure.telling { try container.unregister(Specimen.self, named: names[key]) }
  }

  func reset(_ key: Int) throws(SubjectFailure) -> Bool? {
    try SubjectFailure.telling { try container.reset(Specimen.self, named: names[key]) }
  }

  func resetAll() throws(SubjectFailure) {
    try SubjectFailure.telling { try container.resetAll() }
  }

  func seal() {
    container.seal()
  }

  func resolve(_ key: Int) throws(SubjectFailure) -> Specimen {
    do {
      return key == 0 ? try container.resolve(Specimen.self) : try container.resolve(Specimen.self, named: names[key])
    } catch {
      throw SubjectFailure(error)
    }
  }
}

import Holdfast
import StressKit

/// Holdfast's container behind what is checked.
///
/// Key 0 is a type without a name, the others have names; key 1 is of a cache group while its container is never sealed.
final class HoldfastSubject: Subject {
  private let container = Container()
  private let names: [Name?]
  private let scopes: [SharedScope]

  init(keys: Int, isSealed: Bool) {
    names = (0..<keys).map { $0 == 0 ? nil : Name("key \($0)") }
    scopes = (0..<keys).map { $0 == 1 && !isSealed ? .cached(CacheGroup("checked")) : .singleton }
  }

  func register(_ key: Int, _ recipe: Recipe) -> Change {
    change {
      try container.register(Specimen.self, named: names[key], scope: scopes[key]) { _ in try recipe.make() }
      return .done
    }
  }

  func registerAll(_ recipe: Recipe) -> Change {
    change {
      try container.registerAll { batch in
        for key in names.indices { batch.register(Specimen.self, named: names[key], scope: scopes[key]) { _ in try recipe.make() } }
      }
      return .done
    }
  }

  func unregister(_ key: Int) -> Change {
    change { .removed(try container.unregister(Specimen.self, named: names[key])) }
  }

  func reset(_ key: Int) -> Change {
    change { .removed(try container.reset(Specimen.self, named: names[key])) }
  }

  func resetAll() -> Change {
    change {
      try container.resetAll()
      return .done
    }
  }

  func seal() {
    container.seal()
  }

  func resolve(_ key: Int) -> Found {
    do throws(ResolutionError) {
      return .instance(key == 0 ? try container.resolve(Specimen.self) : try container.resolve(Specimen.self, named: names[key]))
    } catch {
      return Found(SubjectFailure.kind(of: error))
    }
  }

  private func change(_ body: () throws -> Change) -> Change {
    do { return try body() } catch {
      return (error as? ResolutionError).map { Change(SubjectFailure.kind(of: $0)) } ?? .failed
    }
  }
}

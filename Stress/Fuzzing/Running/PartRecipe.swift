import Holdfast
import OnceKernel
import Searching

/// How the container under test makes a part.
final class PartRecipe: Sendable {
  private let number: Int
  private let kind: Step.Kind
  private let key: Step.Word
  private let needs: Name?
  private let failsFirst: Bool
  private let census: Census
  private let attempts = Guarded(0)

  init(_ number: Int, _ step: Step, census: Census) {
    self.number = number
    kind = step.kind
    key = step.key
    needs = step.needs?.name
    failsFirst = step.flag
    self.census = census
  }

  func register(in registrar: Batch) {
    let name = key.name
    switch kind {
    case .singleton: registrar.register(Part.self, named: name, factory: make)
    case .transient: registrar.register(Part.self, named: name, scope: .transient, factory: make)
    case .weak: registrar.register(Part.self, named: name, scope: .weak, factory: make)
    case .red, .blue: registrar.register(Part.self, named: name, scope: .cached(CacheGroup(kind.rawValue)), factory: make)
    case .scoped: registrar.register(Part.self, named: name, scope: .scoped, factory: make)
    case .instance: registrar.register(Part.self, named: name, instance: Part(number, attempt: 0, part: nil, census: census))
    }
  }

  @Sendable private func make(_ resolver: FactoryResolver) throws -> Part {
    let attempt = attempts.withLock {
      $0 += 1
      return $0
    }
    if failsFirst && attempt == 1 { throw PlannedFailure() }
    let part: Part? = if let needs { try resolver.resolve(named: needs) } else { nil }
    return Part(number, attempt: attempt, part: part, census: census)
  }
}

extension Step.Word {
  var name: Name { Name(rawValue) }
}

import Holdfast
import OnceKernel
import Searching

/// How the container under test makes a part.
final class PartRecipe: Sendable {
  private let number: Int
  private let kind: Step.Kind
  private let key: Step.Word
  private let needs: Name?
  private let flag: Bool
  private let census: Census
  private let attempts = Guarded(0)

  init(_ number: Int, _ step: Step, census: Census) {
    self.number = number
    kind = step.kind
    key = step.key
    needs = step.needs?.name
    flag = step.flag
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

  /// Registers what is made from an argument.
  func registerMade(in registrar: Batch) {
    if kind.isKeptByArguments {
      registrar.register(
        Part.self, named: key.name, scope: .singleton(capacity: 2), .factory(taking: Int.self) { r, _ in try self.make(r) })
    } else {
      registrar.register(Part.self, named: key.name, scope: .transient, .factory(taking: Int.self) { r, _ in try self.make(r) })
    }
  }

  /// Registers a forward to the name that the step needs; with its flag, to what is made from an argument there.
  func forward(in registrar: Batch) {
    if flag {
      registrar.forward(Part.self, named: key.name, to: Part.self, targetNamed: needs, taking: Int.self) { $0 }
    } else {
      registrar.forward(Part.self, named: key.name, to: Part.self, targetNamed: needs) { $0 }
    }
  }

  /// Registers an injector, or with the step's flag a decorator: of the type, or of the name if the step needs something.
  func extend(in registrar: Batch) {
    let name = needs == nil ? nil : key.name
    if flag {
      registrar.decorate(Part.self, named: name) { [number] part, _ in
        part.mark(number)
        return part
      }
    } else {
      registrar.registerInjector(Part.self, named: name) { [number] part, _ in part.mark(number) }
    }
  }

  @Sendable private func make(_ resolver: FactoryResolver) throws -> Part {
    let attempt = attempts.withLock {
      $0 += 1
      return $0
    }
    if flag && attempt == 1 { throw PlannedFailure() }
    let part: Part? = if let needs { try resolver.resolve(named: needs) } else { nil }
    return Part(number, attempt: attempt, part: part, census: census)
  }
}

extension Step.Word {
  var name: Name { Name(rawValue) }
}

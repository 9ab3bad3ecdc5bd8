#if Exploration
  import Holdfast
  import OnceKernel

  /// What is registered under a name: how its instances are made.
  final class Recipe: @unchecked Sendable {  // unchecked: touched by the thread that explores
    typealias Make = (Requester) throws(Failure) -> [Instance]
    typealias Inject = (Instance, Requester) throws(Failure) -> Void

    /// How long its instances live.
    enum Scope {
      case singleton, scoped
      case cached(CacheGroup)

      /// With a disposer, so that the container has to do with the end of each.
      var lifetime: Lifetime<Instance> {
        switch self {
        case .singleton: .singleton(dispose: { _ in })
        case .scoped: .scoped(dispose: { _ in })
        case .cached(let group): .cached(group, dispose: { _ in })
        }
      }
    }

    let name: String
    let version: Int
    let scope: Scope
    let make: Make
    let inject: Inject?
    /// How often its factory began.
    var runs = 0

    init(_ name: String, version: Int = 1, scope: Scope = .singleton, _ make: @escaping Make = { _ throws(Failure) in [] }) {
      self.name = name
      self.version = version
      self.scope = scope
      self.make = make
      inject = nil
    }

    /// One whose objects get parts after they are made.
    init(_ name: String, _ make: @escaping Make = { _ throws(Failure) in [] }, inject: @escaping Inject) {
      self.name = name
      version = 1
      scope = .singleton
      self.make = make
      self.inject = inject
    }

    /// The name as a key has it. Its hash is the same in every process, so that a schedule repeats.
    static func key(_ name: String) -> Name { Name(name, hash: name.utf8.reduce(0) { $0 << 8 | Int($1) } << 4) }
  }

  /// A factory, or an injector, that asks.
  final class Requester {
    let container: ExploredContainer
    private let resolution: FactoryResolver
    /// What it was told when it asked in vain: what it throws goes back to the container as that.
    private var told: (failure: Failure, error: ResolutionError)?

    init(_ container: ExploredContainer, _ resolution: FactoryResolver) {
      self.container = container
      self.resolution = resolution
    }

    var build: Attempt? { resolution.exploredBuild }

    func resolve(_ name: String) throws(Failure) -> Instance {
      do throws(ResolutionError) {
        return try container.resolve(name) { () throws(ResolutionError) in
          try resolution.resolve(Instance.self, named: Recipe.key(name))
        }
      } catch {
        let failure = Failure(error)
        told = (failure, error)
        throw failure
      }
    }

    /// As `FactoryResolver.later`.
    func later(_ name: String, _ body: @escaping (Instance) throws(Failure) -> Void) {
      resolution.later(Instance.self, named: Recipe.key(name)) { instance in try body(instance) }
    }

    func error(for failure: Failure) -> any Error {
      guard let told, told.failure == failure else { return failure }
      return told.error
    }
  }
#endif

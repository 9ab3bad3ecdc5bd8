#if Exploration
  import OnceKernel

  /// What is registered under a name: how its instances are made.
  final class Recipe: @unchecked Sendable {  // unchecked: touched by the thread that explores
    typealias Make = (Requester) throws(Failure) -> [Instance]
    typealias Inject = (Instance, Requester) throws(Failure) -> Void

    let name: String
    let version: Int
    let kind: OnceCell.Kind
    let make: Make
    let inject: Inject?
    /// How often its factory began.
    var runs = 0

    init(_ name: String, version: Int = 1, kind: OnceCell.Kind = .shared, _ make: @escaping Make = { _ throws(Failure) in [] }) {
      self.name = name
      self.version = version
      self.kind = kind
      self.make = make
      inject = nil
    }

    /// One whose objects get parts after they are made.
    init(_ name: String, _ make: @escaping Make = { _ throws(Failure) in [] }, inject: @escaping Inject) {
      self.name = name
      version = 1
      kind = .shared
      self.make = make
      self.inject = inject
    }

    /// An even word, as keys without a name have; small tables then hold colliding ones.
    static func word(_ name: String) -> UInt {
      name.utf8.reduce(0) { $0 << 8 | UInt($1) } << 4
    }

    func makeCell() -> OnceCell { OnceCell(kind, subject: self) }
  }

  extension OnceCell {
    /// Every cell of the model was made by a recipe.
    var recipe: Recipe { unsafeDowncast(subject, to: Recipe.self) }
  }

  /// Who asks: a caller outside every build, or a factory.
  struct Requester {
    let replica: Replica
    let build: Attempt?

    func resolve(_ name: String) throws(Failure) -> Instance { try replica.resolve(name, for: build) }

    /// As `Resolution.later`.
    func later(_ name: String, _ body: @escaping (Instance) throws(Failure) -> Void) throws(Failure) {
      guard let build else { return }
      let later = Later(requester: self, name: name, body: body)
      switch build.postpone(later) {
      case .queued, .dropped: break
      case .late: try body(try resolve(name))
      }
    }
  }

  /// What a factory asked for later.
  final class Later {
    private let requester: Requester
    private let name: String
    private let body: (Instance) throws(Failure) -> Void

    init(requester: Requester, name: String, body: @escaping (Instance) throws(Failure) -> Void) {
      self.requester = requester
      self.name = name
      self.body = body
    }

    /// As `LaterValue.resolveAndRun`.
    func close(for owner: Attempt) throws(Failure) {
      let instance = try requester.resolve(name)
      if owner.isOver { return }
      try CurrentBuild.run(owner, context: nil, depth: 0, failing: .shutDown) { () throws(Failure) in try body(instance) }
    }
  }
#endif

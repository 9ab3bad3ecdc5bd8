#if Exploration
  import OnceKernel
  import Searching

  /// What happened in an execution, and the promises that are checked while it happens. Touched by the thread that explores.
  final class Journal: @unchecked Sendable {  // unchecked: only the thread that explores touches it
    /// What a change of a name, or an answer, means for callers that ask after it has ended.
    fileprivate struct Past {
      /// Instances whose factory began before this are stale: the beginning of the newest change that has ended.
      var stale = 0
      /// The newest version that a change has registered, or an answer shown, which has ended.
      var version = 0
      var isRemoved = false
    }

    struct Question {
      fileprivate let past: Past
      fileprivate let isOver: Bool
    }

    let census = Census()
    private var now = 0
    private var pasts: [String: Past] = [:]
    private var made: [Instance] = []
    private(set) var answers: [(name: String, instance: Instance)] = []
    private(set) var disposed: [Instance] = []
    private var isOver = false

    private func tick() -> Int {
      now += 1
      return now
    }

    // MARK: Resolving

    func ask(_ name: String) -> Question {
      Mark.began("resolve \(name)")
      return Question(past: pasts[name] ?? Past(), isOver: isOver)
    }

    func answer(_ name: String, _ instance: Instance, _ question: Question) {
      require(instance.content.value == 1, "\(name): got an instance that is not built")
      require(instance.recipe.name == name, "\(name): got an instance of \(instance.recipe.name)")
      require(instance.begun >= question.past.stale, "\(name): got an instance whose factory began before a change that had ended")
      require(instance.recipe.version >= question.past.version, "\(name): got version \(instance.recipe.version) after it was replaced")
      require(!question.past.isRemoved || pasts[name]?.isRemoved == false, "\(name): got an instance after it was unregistered")
      answerOpen(name, question)
      answers.append((name, instance))
      Mark.ended("resolve \(name)")
      pasts[name, default: Past()].version = max(pasts[name]?.version ?? 0, instance.recipe.version)
    }

    /// Checks that what was asked had not ended.
    func answerOpen(_ name: String, _ question: Question) {
      require(!question.isOver, "\(name): got an instance after the end")
    }

    /// Runs a factory.
    func make(_ recipe: Recipe, _ requester: Requester) throws(Failure) -> Instance {
      require(Engine.running?.holdsLock != true, "\(recipe.name): the factory runs under a lock")
      recipe.runs += 1
      let begun = tick()
      Engine.running?.tell("builds \(recipe.name)")
      let parts = try recipe.make(requester)
      let instance = Instance(recipe, begun: begun, census)
      instance.parts = parts
      made.append(instance)
      return instance
    }

    // MARK: Changing

    func change(_ name: String) -> Int {
      Mark.began("change \(name)")
      // Whatever changes now may put it back.
      pasts[name, default: Past()].isRemoved = false
      return tick()
    }

    func changed(_ name: String, _ began: Int, to recipe: Recipe?) {
      Mark.ended("change \(name)")
      pasts[name, default: Past()].stale = max(pasts[name]?.stale ?? 0, began)
      if let recipe { pasts[name, default: Past()].version = recipe.version }
    }

    func removed(_ name: String, _ began: Int) {
      Mark.ended("change \(name)")
      pasts[name, default: Past()].stale = max(pasts[name]?.stale ?? 0, began)
      pasts[name, default: Past()].isRemoved = true
    }

    /// The container, or the scope that the program is about, has ended.
    func end() {
      Mark.ended("the end")
      isOver = true
    }

    func dispose(_ instance: Instance) {
      require(!disposed.contains { $0 === instance }, "\(instance.recipe.name): disposed of twice")
      disposed.append(instance)
    }

    // MARK: At the end

    /// Every answer for `name` was one and the same object.
    func isOneObject(_ name: String) -> Bool {
      let mine = answers.filter { $0.name == name }
      return mine.allSatisfy { $0.instance === mine[0].instance }
    }

    /// Rings of objects would keep themselves.
    func takeApart() {
      for instance in made { instance.parts = [] }
    }

    /// What is still alive when everything should be gone.
    var leftovers: () -> String? {
      let census = census
      return { census.living == 0 ? nil : "\(census.living) instances were never released" }
    }
  }
#endif

#if Exploration
  import OnceKernel
  import Searching

  /// What a factory makes: which thread made it, when, and a content that only its maker writes.
  final class Instance: @unchecked Sendable {  // unchecked: what is shared of it is checked for races by the exploration
    let recipe: Recipe
    /// The journal's time when the factory began.
    let begun: Int
    /// Plain data that the factory writes and every user reads.
    let content = Plain(0)
    /// Plain data that the injector writes last.
    let injected = Plain(false)
    /// Plain data that a closure writes which runs later; true where none does.
    let closed = Plain(true)
    var parts: [Instance] = []
    private let census: Census

    init(_ recipe: Recipe, begun: Int, _ census: Census) {
      self.recipe = recipe
      self.begun = begun
      self.census = census
      census.born()
      content.value = 1
    }

    deinit {
      census.died()
    }
  }
#endif

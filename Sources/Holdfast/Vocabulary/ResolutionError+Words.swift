import OnceKernel

extension ResolutionError {
  /// What an error says to people.
  struct Words: Sendable {
    let message: String
    let remedy: String
    /// A further sentence of the remedy, where a registration needs the key.
    var remedyForNeeds = ""
  }

  /// The words, or how to find them. What many errors never are asked for may take a look at everything that is registered.
  enum Text: Sendable {
    case known(Words)
    case late(LateWords)
    /// Of a cycle, which begins elsewhere for each caller on it.
    case cycle(remedy: String)

    /// - Parameter first: where the error's path begins.
    func words(from first: AnyKey) -> Words {
      switch self {
      case .known(let words): words
      case .late(let late): late.words
      case .cycle(let remedy): Words(message: "Building \(first) needs \(first) itself.", remedy: remedy)
      }
    }

    /// These words with another remedy.
    func saying(_ remedy: String, from first: AnyKey) -> Text {
      if case .cycle = self { return .cycle(remedy: remedy) }
      return .known(Words(message: words(from: first).message, remedy: remedy))
    }
  }

  /// Words that are found when they are first read, and stay the same from then on.
  final class LateWords: Sendable {
    private let find: @Sendable () -> Words
    private let found = Guarded<Words?>(nil)

    init(_ find: @escaping @Sendable () -> Words) {
      self.find = find
    }

    var words: Words {
      if let words = found.withLock({ $0 }) { return words }
      // With no lock held, as the container is asked. Of several threads the first one's words stay.
      let words = find()
      return found.withLock { found in
        if let first = found { return first }
        found = words
        return words
      }
    }
  }
}

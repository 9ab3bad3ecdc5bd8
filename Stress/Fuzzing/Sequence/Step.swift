/// One call, with all it may need; what a verb does not use is ignored.
///
/// Every combination of fields means something, so that any change of a field gives another valid sequence.
public struct Step: Equatable, Sendable {
  public enum Verb: String, CaseIterable, Sendable {
    case register, registerIfAbsent, unregister, reset, resetAll, resetGroup, seal
    /// Registers what is made from an argument, or a forward to what is registered under another key.
    case registerMade, forward
    /// Registers an injector or a decorator: of a name, or of the type.
    case extend
    case resolve, resolveIfRegistered, resolveMade, resolveAll, peek, contains, keys
    /// Asks the container itself, whatever scope is open, by a key that is known only at run time.
    case resolveByKey
    /// Lets go of what the caller held on to.
    case letGo
    /// Lets ten minutes pass, in builds that can.
    case wait
    case openScope, openLayer
    /// Ends the innermost scope or layer.
    case close
  }

  /// The container that is called: a parent, or its child.
  public enum Target: String, CaseIterable, Sendable {
    case parent, child
  }

  public enum Kind: String, CaseIterable, Sendable {
    case singleton, transient, weak, red, blue, scoped, instance

    /// Whether it is one of the two cache groups.
    var isGroup: Bool {
      switch self {
      case .red, .blue: true
      case .singleton, .transient, .weak, .scoped, .instance: false
      }
    }

    var isSingleton: Bool {
      switch self {
      case .singleton: true
      case .transient, .weak, .red, .blue, .scoped, .instance: false
      }
    }

    var isTransient: Bool {
      switch self {
      case .transient: true
      case .singleton, .weak, .red, .blue, .scoped, .instance: false
      }
    }

    var isWeak: Bool {
      switch self {
      case .weak: true
      case .singleton, .transient, .red, .blue, .scoped, .instance: false
      }
    }

    var isInstance: Bool {
      switch self {
      case .instance: true
      case .singleton, .transient, .weak, .red, .blue, .scoped: false
      }
    }
  }

  public enum Word: String, CaseIterable, Sendable {
    case a, b, c, d
  }

  public var verb: Verb
  public var target = Target.parent
  public var key = Word.a
  /// How long what is registered lives; red and blue are cache groups.
  public var kind = Kind.singleton
  /// What the factory resolves, or what a forward stands for. Of an injector or a decorator: whether it is for the name. Of what is made from an
  /// argument, also the argument.
  public var needs: Word?
  /// When registering: whether the first attempt fails. When resolving: whether the caller holds on to the value. Of a forward: whether it stands
  /// for what is made from an argument. Of an extension: whether it is a decorator. Of all of a type: whether those of the parent count.
  public var flag = false

  public init(_ verb: Verb) {
    self.verb = verb
  }

  /// What a value is made from: one of three arguments.
  var argument: Int {
    switch needs {
    case nil: 0
    case .a, .c: 1
    case .b, .d: 2
    }
  }
}

extension Step: CustomStringConvertible {
  /// As it stands in a file: the six fields, with `-` for what is not there.
  public var description: String {
    "\(verb.rawValue) \(target.rawValue) \(key.rawValue) \(kind.rawValue) \(needs?.rawValue ?? "-") \(flag ? "yes" : "-")"
  }

  /// Reads what `description` says; nil for anything else.
  public init?(_ line: String) {
    let words = line.split { $0 == " " }.map(String.init)
    guard words.count == 6, let verb = Verb(rawValue: words[0]), let target = Target(rawValue: words[1]),
      let key = Word(rawValue: words[2]),
      let kind = Kind(rawValue: words[3])
    else { return nil }
    self.init(verb)
    self.target = target
    self.key = key
    self.kind = kind
    needs = Word(rawValue: words[4])
    flag = words[5] == "yes"
    guard description == words.joined(separator: " ") else { return nil }
  }
}

import Searching

/// A container as it is described, for one thread: dictionaries, and no thought of speed.
final class ModelContainer {
  let parent: ModelContainer?
  let defect: PlantedDifference?
  let rejectsDuplicates: Bool
  private let census: Census
  private(set) var registrations: [Step.Word: ModelRegistration] = [:]
  /// In order of the last registration; in a layer, an override has the place of what it overrides.
  private(set) var order: [Step.Word] = []
  /// What a layer's base has.
  private let overridden: Set<Step.Word>
  private var cells: [Step.Word: ModelCell] = [:]
  /// Of cached registrations.
  private var cached: [Step.Word: ModelCell] = [:]
  private(set) var isSealed = false
  /// What is registered as a default, which another registration replaces.
  private var defaults: Set<Step.Word> = []
  private var failed: Set<Int> = []
  /// What is made from arguments.
  private var makers: [Step.Word: ModelRegistration] = [:]
  private var made: [Step.Word: ModelArguments] = [:]
  private var extensions = ModelExtensions()

  init(parent: ModelContainer? = nil, rejectsDuplicates: Bool, census: Census, defect: PlantedDifference?) {
    self.parent = parent
    self.rejectsDuplicates = rejectsDuplicates
    self.census = census
    self.defect = defect
    overridden = []
  }

  /// A layer in front of `base`: its registrations, with instances of their own.
  init(layerOf base: ModelContainer, parent: ModelContainer?) {
    self.parent = parent
    defect = base.defect
    rejectsDuplicates = false
    census = base.census
    registrations = base.registrations
    order = base.order
    overridden = Set(base.order)
    failed = base.failed
    makers = base.makers
    extensions = base.extensions
    if defect == .layerLeaks { cells = base.cells }
  }

  // MARK: Changes

  func register(_ key: Step.Word, _ registration: ModelRegistration, onlyIfAbsent: Bool = false) throws(ModelFailure) -> Bool {
    if isSealed, defect != .sealIgnored { throw ModelFailure("sealed", key) }
    if onlyIfAbsent {
      if contains(key) { return false }
      defaults.insert(key)
    } else if registrations[key] != nil, defaults.remove(key) == nil, rejectsDuplicates {
      throw ModelFailure("duplicate", key)
    }
    if !overridden.contains(key) {
      order.removeAll { $0 == key }
      order.append(key)
    }
    registrations[key] = registration
    if defect != .replaceKeepsInstance { cells[key] = nil }
    cached[key] = nil
    return true
  }

  /// Registers what is made from an argument.
  func register(made key: Step.Word, _ registration: ModelRegistration) throws(ModelFailure) -> Bool {
    if isSealed { throw ModelFailure("sealed", key) }
    if makers[key] != nil, rejectsDuplicates { throw ModelFailure("duplicate", key) }
    makers[key] = registration
    made[key] = nil
    return true
  }

  /// Adds a decorator or an injector: of the type if there is no name.
  func extend(_ name: Step.Word?, isDecorator: Bool, _ number: Int) throws(ModelFailure) -> Bool {
    // The error may be about no key of a sequence.
    if isSealed { throw ModelFailure("sealed", .a) }
    if isDecorator {
      extensions.decorators[name, default: []].append(number)
    } else {
      if extensions.injectors[name] != nil, rejectsDuplicates { throw ModelFailure("duplicateInjector", .a) }
      extensions.injectors[name] = number
    }
    return true
  }

  func unregister(_ key: Step.Word) throws(ModelFailure) -> Bool {
    if isSealed { throw ModelFailure("sealed", key) }
    guard registrations.removeValue(forKey: key) != nil else { return false }
    defaults.remove(key)
    order.removeAll { $0 == key }
    if defect != .unregisterKeepsInstance { cells[key] = nil }
    cached[key] = nil
    return true
  }

  func reset(_ key: Step.Word) throws(ModelFailure) -> Bool {
    if let registration = registrations[key], registration.kind.group != nil {
      cached[key] = nil
      return true
    }
    if isSealed { throw ModelFailure("sealed", key) }
    guard registrations[key] != nil else { return false }
    if defect != .resetKeepsSingleton { cells[key] = nil }
    return true
  }

  func resetAll() throws(ModelFailure) {
    // The error is about no key.
    if isSealed { throw ModelFailure("sealed", .a) }
    cells = [:]
    cached = [:]
    made = [:]
  }

  func reset(group: Step.Kind) {
    for (key, registration) in registrations
    where registration.kind == group || defect == .groupResetTakesAll && registration.kind.group != nil {
      cached[key] = nil
    }
  }

  func seal() { isSealed = true }

  // MARK: Looking

  func contains(_ key: Step.Word) -> Bool { registrations[key] != nil || parent?.contains(key) == true }

  func peek(_ key: Step.Word) -> Part? {
    guard let registration = registrations[key] else { return nil }
    if defect == .peekBuilds, registration.kind.isSingleton { return try? resolve(key) }
    switch registration.kind {
    case .singleton, .weak: return cells[key]?.part
    case .red, .blue: return cached[key]?.part
    case .instance: return cells[key]?.part ?? (extensions.areThere(for: key) ? nil : registration.instance)
    case .transient, .scoped: return nil
    }
  }

  // MARK: Resolving

  /// All of the type, those of the parent first if they count.
  func resolveAll(includingParent: Bool, in scope: ModelScope?) throws(ModelFailure) -> [Part] {
    var parts: [Part] = []
    for (container, key) in members(includingParent) { parts.append(try container.resolve(key, in: scope)) }
    return parts
  }

  private func members(_ includingParent: Bool) -> [(ModelContainer, Step.Word)] {
    let further = includingParent ? parent?.members(true) ?? [] : []
    let isShadowed = { (key: Step.Word) in self.registrations[key] != nil && self.defect != .shadowedIsCollected }
    return further.filter { !isShadowed($0.1) } + order.map { (self, $0) }
  }

  /// What is made from an argument; a singleton's cache keeps the two that were used last.
  func resolveMade(_ key: Step.Word, from argument: Int, in scope: ModelScope?) throws(ModelFailure) -> Part {
    guard let registration = makers[key] else {
      guard let parent else { throw ModelFailure("notRegistered", key) }
      return try parent.resolveMade(key, from: argument, in: scope)
    }
    if let target = registration.target { return try resolveMade(target, from: argument, in: scope) }
    guard registration.kind.isKeptByArguments else { return try build(registration, key, in: scope, path: []) }
    var cache = made[key] ?? ModelArguments()
    let known = cache.use(argument, counts: defect != .useIsNotCounted)
    made[key] = cache
    if let known { return known }
    let part = try build(registration, key, in: nil, path: [])
    made[key]?.keep(part, for: argument)
    return part
  }

  /// - Parameter path: the shared values that are being built, outermost first.
  func resolve(_ key: Step.Word, in scope: ModelScope? = nil, path: [ObjectIdentifier] = []) throws(ModelFailure) -> Part {
    guard let registration = registrations[key] else {
      guard let parent else { throw ModelFailure("notRegistered", key) }
      return try parent.resolve(key, in: scope, path: path)
    }
    if let target = registration.target {
      do { return try resolve(target, in: scope, path: path) } catch { throw error.needed(by: key) }
    }
    let identity = ObjectIdentifier(registration)
    switch registration.kind {
    case .instance:
      // What extends it does so when it is resolved first.
      if let instance = registration.instance {
        if extensions.areThere(for: key) { cells[key] = ModelCell(instance, isWeak: false) }
        return instance
      }
    case .transient where defect != .transientIsShared:
      // Not on the path: what a transient needs comes after it, so that every cycle has something shared in it.
      return try build(registration, key, in: scope, path: path)
    case .scoped:
      guard let scope else { throw ModelFailure("outsideScope", key) }
      if let part = scope[self, registration]?.part { return part }
      if path.contains(identity) { throw ModelFailure("cycle", key) }
      let part = try build(registration, key, in: scope, path: path + [identity])
      scope[self, registration] = ModelCell(part, isWeak: false)
      return part
    default: break
    }
    let isCached = registration.kind.group != nil
    if let part = (isCached ? cached : cells)[key]?.part { return part }
    if path.contains(identity) { throw ModelFailure("cycle", key) }
    // What lives longer sees no scope.
    let part = try build(registration, key, in: nil, path: path + [identity])
    let cell = ModelCell(part, isWeak: registration.kind.isWeak && defect != .weakIsStrong)
    if isCached { cached[key] = cell } else { cells[key] = cell }
    return part
  }

  private func build(
    _ registration: ModelRegistration, _ key: Step.Word, in scope: ModelScope?, path: [ObjectIdentifier]
  ) throws(ModelFailure) -> Part {
    if defect == .failureIsKept, failed.contains(registration.number) { throw ModelFailure("factoryFailed", key) }
    registration.attempts += 1
    let attempt = registration.attempts
    if registration.failsFirst && attempt == 1 {
      failed.insert(registration.number)
      throw ModelFailure("factoryFailed", key)
    }
    var part: Part?
    if let needs = registration.needs {
      do { part = try resolve(needs, in: scope, path: path) } catch {
        // What is made from arguments has a key of its own, which no cycle leads through.
        throw registration.takesArgument ? error : error.needed(by: key)
      }
    }
    let made = Part(registration.number, attempt: attempt, part: part, census: census)
    for number in extensions.seen(by: key, typesInjectorWins: defect == .typesInjectorWins) { made.mark(number) }
    return made
  }
}

extension Step.Kind {
  /// The cache group, of those that have one.
  var group: String? { isGroup ? rawValue : nil }

  /// Whether what is made from arguments is kept, two values at most.
  var isKeptByArguments: Bool {
    switch self {
    case .singleton, .red, .blue, .scoped: true
    case .transient, .weak, .instance: false
    }
  }
}

/// Where the model can be told to differ, to show that a difference is found.
public enum PlantedDifference: String, CaseIterable, Sendable {
  case resetKeepsSingleton, replaceKeepsInstance, weakIsStrong, transientIsShared, failureIsKept, groupResetTakesAll, scopesShare
  case layerLeaks, sealIgnored, unregisterKeepsInstance, peekBuilds
  case useIsNotCounted, typesInjectorWins, shadowedIsCollected
}

/// The error that a call must throw: code and key.
struct ModelFailure: Error, Equatable {
  let code: String
  /// Of a cycle, the keys from the one that was asked for to where it closes.
  private var path: [Step.Word]

  var key: Step.Word { path[path.count - 1] }

  init(_ code: String, _ key: Step.Word) {
    self.code = code
    path = [key]
  }

  /// A cycle begins with the last key on it that was asked for, which may be one of the same name in a child container.
  func needed(by key: Step.Word) -> ModelFailure {
    guard code == "cycle" else { return self }
    var failure = self
    if let index = path.firstIndex(of: key), index >= path.firstIndex(of: self.key) ?? 0 {
      failure.path = [key] + path[...index]
    } else {
      failure.path.insert(key, at: 0)
    }
    return failure
  }

  static func == (left: Self, right: Self) -> Bool { (left.code, left.key) == (right.code, right.key) }
}

/// The instances of one open scope: those of a layer end with it.
final class ModelScope {
  /// By container and by the registration's number: an address may come to be another one's.
  private var cells: [ObjectIdentifier: [Int: ModelCell]] = [:]

  /// What the scope has of a registration of this container or layer.
  subscript(container: ModelContainer, registration: ModelRegistration) -> ModelCell? {
    get { cells[ObjectIdentifier(container)]?[registration.number] }
    set { cells[ObjectIdentifier(container), default: [:]][registration.number] = newValue }
  }

  func forget(_ layer: ModelContainer) { cells[ObjectIdentifier(layer)] = nil }
}

import OnceKernel

/// A part of a collection.
private enum CollectionPart {
  case member(AnyKey, in: Core, for: Requester)
  /// A collection that is registered itself.
  case whole(in: Core, for: Requester)
  /// A collection in a resolver of the user's or a chain, which is the parent of a container.
  case elsewhere(parentOf: Core, for: Requester)
}

/// What a collection is made of, in order.
private enum CollectionParts {
  case found([CollectionPart])
  case known(KnownMembers, of: Core, for: Requester)

  var count: Int {
    switch self {
    case .found(let parts): parts.count
    case .known(let members, _, _): members.keys.count
    }
  }

  subscript(index: Int) -> CollectionPart {
    switch self {
    case .found(let parts): return parts[index]
    case .known(let members, let core, let requester):
      let (key, level) = members.keys[index]
      guard level > 0 else { return .member(key, in: core, for: requester) }
      let requester = members.levels[1...level].reduce(requester) { requester, level in
        level.parent.map { requester.passed(to: $0, isThroughHandle: requester.isHandles) } ?? requester
      }
      return .member(key, in: members.levels[level].parent?.core ?? core, for: requester)
    }
  }
}

extension Core {
  /// Makes a collection that is not registered itself, of a type that is known by its metatype only.
  func collection<C: MadeCollection, T>(_ type: C.Type, _ name: Name?, for requester: Requester) throws(ResolutionError) -> T {
    // `C` is `T` itself, opened from its metatype.
    unsafeBitCast(try collect(type, CollectionRequest(name: name), for: requester), to: T.self)
  }

  nonisolated(nonsending) func collection<C: MadeCollection, T>(
    _ type: C.Type, _ name: Name?, for requester: Requester
  ) async throws(ResolutionError) -> T {
    // `C` is `T` itself, opened from its metatype.
    unsafeBitCast(try await collect(type, CollectionRequest(name: name), for: requester), to: T.self)
  }

  /// Resolves every member of a collection; the collection itself, where it is registered.
  func collect<C: MadeCollection>(_ type: C.Type, _ request: CollectionRequest, for requester: Requester) throws(ResolutionError) -> C {
    let requester = requester.inGraph(of: self)
    if let parts = knownParts(of: type, request, for: requester) { return try collect(type, parts, request, for: requester) }
    return try inLayers { core throws(ResolutionError) in
      try core.collect(type, try core.parts(of: type, request, for: requester), request, for: requester)
    }
  }

  private func collect<C: MadeCollection>(
    _ type: C.Type, _ parts: CollectionParts, _ request: CollectionRequest, for requester: Requester
  ) throws(ResolutionError) -> C {
    var members = CollectedMembers<C>()
    for index in members.takeInstances(of: parts)..<parts.count {
      switch parts[index] {
      case .whole(let core, let requester):
        members.append(try core.resolveFurther(type, request.name, with: NoArguments(), for: requester))
      case .elsewhere(let core, let requester):
        members.append(try core.passOn(ResolutionRequest<C>(AnyKey(type, named: request.name), NoArguments(), requester)))
      case .member(let key, let core, let requester):
        do throws(ResolutionError) {
          members.append(key.name, try core.resolveFurther(C.Member.self, key.name, with: NoArguments(), for: requester))
        } catch {
          // It was unregistered meanwhile.
          if !error.isMissing(key) { throw asked(error, for: key, by: requester) }
        }
      }
    }
    return members.collection
  }

  /// Resolves every member of a collection in a task: waits for asynchronous values.
  nonisolated(nonsending) func collect<C: MadeCollection>(
    _ type: C.Type, _ request: CollectionRequest, for requester: Requester
  ) async throws(ResolutionError) -> C {
    if let parts = knownParts(of: type, request, for: requester) { return try await collect(type, parts, request, for: requester) }
    return try await inLayers { core async throws(ResolutionError) in
      try await core.collect(type, try core.parts(of: type, request, for: requester), request, for: requester)
    }
  }

  nonisolated(nonsending) private func collect<C: MadeCollection>(
    _ type: C.Type, _ parts: CollectionParts, _ request: CollectionRequest, for requester: Requester
  ) async throws(ResolutionError) -> C {
    var members = CollectedMembers<C>()
    for index in members.takeInstances(of: parts)..<parts.count {
      switch parts[index] {
      case .whole(let core, let requester):
        members.append(try await core.resolveFurther(type, request.name, with: NoArguments(), for: requester))
      case .elsewhere(let core, let requester):
        members.append(try await core.passOn(ResolutionRequest<C>(AnyKey(type, named: request.name), NoArguments(), requester)))
      case .member(let key, let core, let requester):
        do throws(ResolutionError) {
          members.append(key.name, try await core.resolveFurther(C.Member.self, key.name, with: NoArguments(), for: requester))
        } catch {
          if !error.isMissing(key) { throw asked(error, for: key, by: requester) }  // it was unregistered meanwhile
        }
      }
    }
    return members.collection
  }

  /// Whether a collection is had here: it has members, or was declared.
  func provides<C: MadeCollection>(_ type: C.Type, _ name: Name?) -> Bool {
    inLayers { core in
      var search = CollectionSearch(type, CollectionRequest(name: name), in: core, leavingOut: Collectors())
      // One that is over says so when it is asked for the values.
      do { try search.look(in: core, for: .anonymous, except: []) } catch { return true }
      return search.isProvided
    }
  }

  /// What the code that asks for a collection is told when `member` of it failed.
  private func asked(_ error: ResolutionError, for member: AnyKey, by requester: Requester) -> ResolutionError {
    guard error.code == .cycle else { return error }
    let collector = requester.forRun(in: self).collectors(on: thread).first { error.path.contains($0.key) }
    return collector == nil ? error : error.through(collectionOf: member)
  }

  /// What a collection is made of, if that is known already, and the request is one from outside every factory.
  @inline(__always)
  private func knownMembers(_ question: @autoclosure () -> KnownMembers.Question, for requester: Requester) -> KnownMembers? {
    guard let known = collections.existing, isAnsweredByLook(requester) else { return nil }
    return known.members(question(), in: self)
  }

  private func knownParts<C: MadeCollection>(
    of type: C.Type, _ request: CollectionRequest, for requester: Requester
  ) -> CollectionParts? {
    knownMembers(KnownMembers.Question(type, request), for: requester).map { .known($0, of: self, for: requester) }
  }

  /// All values of a type, if its members are known and their instances are there: a look at each cell.
  @inlinable
  func existingValues<T>(of type: T.Type, includingParents: Bool, for requester: Requester) -> [T]? {
    guard let members = knownMembers(of: type, includingParents: includingParents, for: requester) else { return nil }
    let values = members.firstValues(as: type, in: self)
    return values.count == members.cells.count ? values : nil
  }

  @usableFromInline
  func knownMembers(of type: Any.Type, includingParents: Bool, for requester: Requester) -> KnownMembers? {
    knownMembers(KnownMembers.Question(type, hasNames: false, .all(includingParents: includingParents)), for: requester)
  }

  @usableFromInline
  func resolveAll<T>(_ type: T.Type, includingParents: Bool, for requester: Requester) throws(ResolutionError) -> [T] {
    try collect([T].self, .all(includingParents: includingParents), for: requester)
  }

  @usableFromInline
  nonisolated(nonsending) func resolveAll<T>(
    _ type: T.Type, includingParents: Bool, for requester: Requester
  ) async throws(ResolutionError) -> [T] {
    try await collect([T].self, .all(includingParents: includingParents), for: requester)
  }

  private func parts<C: MadeCollection>(
    of type: C.Type, _ request: CollectionRequest, for requester: Requester
  ) throws(ResolutionError) -> CollectionParts {
    guard isAnsweredByLook(requester) else { return .found(try search(type, request, for: requester)) }
    let known = collections.get { KnownCollections() }
    return try known.find(KnownMembers.Question(type, request), in: self) { () throws(ResolutionError) in
      let parts = try search(type, request, for: requester)
      let keys = parts.compactMap { part -> (AnyKey, Core)? in if case .member(let key, let core, _) = part { (key, core) } else { nil } }
      return (.found(parts), keys.count == parts.count ? keys : nil)
    }
  }

  private func search<C: MadeCollection>(
    _ type: C.Type, _ request: CollectionRequest, for requester: Requester
  ) throws(ResolutionError) -> [CollectionPart] {
    let running = requester.forRun(in: self)
    var search = CollectionSearch(type, request, in: self, leavingOut: running.collectors(on: thread))
    try search.look(in: self, for: requester.forMembers, except: [])
    guard search.isProvided || request.mayBeEmpty || Mutant.emptyCollectionIsNoError.isActive else { throw notRegistered(search.whole) }
    if running.isLearning, let asking = running.run?.core {
      for need in search.needs(of: asking, in: self) { running.learn(need, askedOf: self) }
    }
    return search.parts
  }
}

/// The values of a collection's members, and their names, where it has them.
private struct CollectedMembers<C: MadeCollection> {
  private var values: [C.Member] = []
  private var names: [Name?] = []

  mutating func append(_ name: Name?, _ value: consuming C.Member) {
    values.append(value)
    if C.hasNames { names.append(name) }
  }

  mutating func append(_ whole: C) {
    for (name, value) in whole.members { append(name, value) }
  }

  /// Takes the instances of the first members, as many as are there; answers how many these are.
  mutating func takeInstances(of parts: CollectionParts) -> Int {
    guard case .known(let known, let core, _) = parts else {
      values.reserveCapacity(parts.count)
      return 0
    }
    values = known.firstValues(as: C.Member.self, in: core)
    values.reserveCapacity(known.keys.count)
    if C.hasNames { names += known.keys.prefix(values.count).lazy.map(\.key.name) }
    return values.count
  }

  var collection: C { C(values: values, names: names) }
}

/// A look for what a collection is made of; builds nothing.
private struct CollectionSearch {
  private let request: CollectionRequest
  /// The collection's own key, under which it may be registered.
  let whole: AnyKey
  /// What the members are registered as, and the manner in which they are had.
  private let member: Dependency
  /// The key under which it is declared that it may be empty.
  private let declaration: AnyKey
  /// The registrations that ask.
  private let own: Collectors
  private(set) var parts: [CollectionPart] = []
  private var isDeclared = false

  init<C: MadeCollection>(_ type: C.Type, _ request: CollectionRequest, in core: Core, leavingOut own: Collectors) {
    self.request = request
    self.own = Mutant.collectsItself.isActive ? Collectors() : own
    whole = AnyKey(type, named: request.name)
    declaration = AnyKey(CollectionOf<C.Member>.self, named: request.name)
    member = AnyKey(C.Member.self).members(core.hasRegistrations)
  }

  var isProvided: Bool { isDeclared || !parts.isEmpty }

  /// What the code that asks `core` needs, where `asking` is the container whose code that is.
  func needs(of asking: Core, in core: Core) -> [Dependency] {
    let isOwn = asking.container === core.container
    let needs = parts.compactMap { part -> Dependency? in
      switch part {
      case .whole, .elsewhere: return Dependency(whole)
      case .member(let key, let place, _):
        // What a parent has is not among the registrations of the one that asks.
        if isOwn, place.container === core.container { return nil }
        return Dependency(key, member.kind.isOfCollection ? .optional : member.kind)
      }
    }
    // What is registered later is needed too. That it may not be missing, the request itself says.
    return isOwn && !needs.contains(Dependency(whole)) ? [Dependency(whole, .optional)] + needs : needs
  }

  /// - Parameter shadowed: what a container further in has.
  mutating func look(in core: Core, for requester: Requester, except shadowed: Set<AnyKey>) throws(ResolutionError) {
    let here = core.innermost
    if !own.contain(whole, in: core), here.registration(for: whole) != nil {
      parts.append(.whole(in: core, for: requester))
      return
    }
    let keys = here.registrations(of: member.key.type).keys.filter {
      $0.isMember(ofCollection: request.name) && !shadowed.contains($0)
    }
    // After that: one that is over has no registrations, and that there are none is not the answer.
    _ = try here.checkServed(whole, for: requester.forRun(in: core))
    if here.registration(for: declaration) != nil { isDeclared = true }
    if request.includesParents, !Mutant.collectionLacksParents.isActive, let parent = core.parent {
      if let parent = Requester.of(parent) {
        try look(
          in: parent.core, for: requester.passed(to: parent, isThroughHandle: requester.isHandles),
          except: shadowed.union(keys))
      } else if core.parentContains(whole) {
        parts.append(.elsewhere(parentOf: core, for: requester))
      }
    }
    parts += keys.filter { !own.contain($0, in: core) }.map { .member($0, in: core, for: requester) }
  }
}

extension Core {
  /// Whether something is registered of a type, with a name or without, here or in a container that this one asks.
  fileprivate func hasRegistrations(of type: Any.Type) -> Bool {
    if !innermost.registrations(of: type).isEmpty { return true }
    return Requester.of(parent)?.core.hasRegistrations(of: type) ?? false
  }
}

/// The registrations that ask for a collection, which leave themselves out: the one for which it was asked, and the one whose code runs.
struct Collectors {
  typealias Collector = (key: AnyKey, core: Core)
  fileprivate var asking: Collector?
  fileprivate var running: Collector?

  /// Whether one is such a key of a container, layers in front of it included: in a parent, the same key is another registration.
  func contain(_ key: AnyKey, in core: Core) -> Bool { first { $0.core.container === core.container && $0.key == key } != nil }

  /// The one that a collection leaves out to which it makes a reference, if the collection has it.
  func collecting(_ type: Any.Type) -> Collector? { first { AnyKey(type).collects($0.key.type) } }

  fileprivate func first(where isOne: (Collector) -> Bool) -> Collector? {
    if let asking, isOne(asking) { return asking }
    if let running, isOne(running) { return running }
    return nil
  }
}

extension Requester {
  /// The registrations that a collection leaves out which is asked for here.
  ///
  /// - Parameter record: the calling thread's.
  func collectors(on record: UnsafeMutablePointer<ThreadRecord>) -> Collectors {
    Collectors(asking: run?.collector, running: Self.running(on: record))
  }

  /// The registration whose code runs on the calling thread, or in the calling task.
  private static func running(on record: UnsafeMutablePointer<ThreadRecord>) -> Collectors.Collector? {
    guard let (guest, context) = CurrentBuild.guest(on: record), CurrentBuild.isOfTaskHere(record) else {
      return innermost(on: record)?.run?.collector
    }
    // Only registrations and runs are kept there. The run is the one that was handed on, so its container is that of the registration.
    return (unsafeDowncast(guest, to: Registration.self).key, unsafeDowncast(context, to: Run.self).core)
  }

  /// The requester for what is made from a collection's members, which leave out themselves.
  fileprivate var forMembers: Requester {
    guard let run, run.transient != nil, !run.isLearning else { return self }
    return Requester(run: run.copy(collectingFor: nil), depth: depth)
  }
}

extension Run {
  /// The registration whose code asks with it.
  fileprivate var collector: Collectors.Collector? {
    if let transient { return (transient.key, transient.core ?? core) }
    guard let attempt, attempt.mayAsk else { return nil }
    return (attempt.registration.key, core)
  }
}

/// The key type under which it is declared that a collection may be empty.
enum CollectionOf<Member> {}

/// Says that a collection is meant to be there, also where nothing is contributed to it.
final class CollectionDeclaration: Registration, @unchecked Sendable {  // unchecked: constants only
  private let collection: AnyKey

  init<Member>(of member: Member.Type, named name: Name?, _ site: SourceSite) {
    collection = AnyKey([Member].self, named: name)
    super.init(AnyKey(CollectionOf<Member>.self, named: name), .singleton, site, .nothing)
  }

  override var subject: AnyKey { collection }

  /// Two modules that use one collection may both declare it.
  override func conflicts(with existing: Registration) -> Bool { false }
}

import Holdfast

// What a registration cannot hold, or cannot ask for in its factory, however many others are in between.

extension Validator {
  // MARK: Captives

  func captives() -> [ValidationProblem] {
    let holders = Dictionary(grouping: graph.registrations.indices.filter { graph.registrations[$0].lifetime.reach != nil }) {
      graph.registrations[$0].lifetime.reach
    }
    let (held, asked) = (graph.next(\.kind.isHeld), graph.next { _ in true })
    var found: [Int: [ValidationProblem]] = [:]
    for case (let reach?, let holders) in holders {
      func paths(along next: [[Int]]) -> PathSearch {
        PathSearch(along: next, through: isMadeForItsHolder) { node in
          graph.registration(at: node).map { reach.outlives($0.lifetime) } ?? false
        }
      }
      let (ofHeld, ofAsked) = (paths(along: held), paths(along: asked))
      for holder in holders {
        let held = ofHeld.from(holder)
        let ends = Set(held.map { $0[$0.count - 1] })
        let asked = ofAsked.from(holder).filter { !ends.contains($0[$0.count - 1]) }
        found[holder] = held.map { captive($0, isHeld: true) } + asked.map { captive($0, isHeld: false) }
      }
    }
    return graph.registrations.indices.flatMap { found[$0] ?? [] }
  }

  /// Whether what is at a node is built for the one that needs it, with what that may ask for.
  private func isMadeForItsHolder(_ node: Int) -> Bool {
    graph.registration(at: node)?.lifetime.isMadeForItsHolder ?? true
  }

  private func captive(_ nodes: [Int], isHeld: Bool) -> ValidationProblem {
    let path = graph.registrations(along: nodes)
    let (holder, needed) = (path[0], path[path.count - 1])
    let (key, other) = (holder.key, needed.key)
    return ValidationProblem(
      kind: .captive, key: key, path: path.map(\.key), sites: [holder.site, needed.site],
      message: isHeld
        ? "\(key) (\(holder.lifetime)) would hold \(other), which lives only as long as its scope."
        : "\(key) (\(holder.lifetime)) may ask for \(other) later. \(other) lives in a scope, so asking for it outside a scope always fails.",
      remedy: "Register \(key) as scoped too, or "
        + (isHeld
          ? "pass \(other) to its functions inside a scope."
          : "resolve \(other) inside the scope and pass it on. A worker takes a ScopeOpener, and opens a scope for each piece of work."))
  }

  // MARK: Asynchronous and isolated values under synchronous factories

  func mismatches(_ moment: ValidationMoment) -> [ValidationProblem] {
    let next = graph.next(\.kind.isImmediate)
    func paths(for isOnMainActor: Bool) -> PathSearch {
      PathSearch(along: next) { node in
        graph.registration(at: node)?.isForward ?? true
      } to: { node in
        guard let needed = graph.registration(at: node), !needed.isForward, needed.isAsynchronous else { return false }
        return !needed.isThere(moment) && !(needed.isOnMainActor && isOnMainActor)
      }
    }
    let (onMainActor, elsewhere) = (paths(for: true), paths(for: false))
    return graph.registrations.indices.flatMap { holder -> [ValidationProblem] in
      let registration = graph.registrations[holder]
      guard registration.isSynchronous else { return [] }
      return (registration.isOnMainActor ? onMainActor : elsewhere).from(holder).map { mismatch(graph.registrations(along: $0)) }
    }
  }

  private func mismatch(_ path: [KnownRegistration]) -> ValidationProblem {
    let (registration, needed) = (path[0], path[path.count - 1])
    let other = needed.isWarmedUp ? "; or call warmUp() first and check with validate(.afterWarmUp)" : ""
    if needed.isOnMainActor {
      return ValidationProblem(
        kind: .isolation, key: registration.key, path: path.map(\.key), sites: [registration.site, needed.site],
        message: "The synchronous factory of \(registration.key) may run on any thread, "
          + "but it needs \(needed.key), which is built on the main actor.",
        remedy: "Register \(registration.key) with an asynchronous or a main-actor factory, or inject a Provider and await it\(other).")
    }
    return ValidationProblem(
      kind: .asynchronous, key: registration.key, path: path.map(\.key), sites: [registration.site, needed.site],
      message: "The synchronous factory of \(registration.key) needs \(needed.key), which is built asynchronously.",
      remedy: "Register \(registration.key) with an asynchronous factory, or inject a Provider and await it\(other).")
  }
}

extension KnownRegistration {
  /// Whether it is built at a moment.
  fileprivate func isThere(_ moment: ValidationMoment) -> Bool {
    switch moment {
    case .always: false
    case .afterEagerWarmUp: isEager
    case .afterWarmUp, .afterRun: isWarmedUp
    }
  }

  /// A forward awaits its target where it is awaited itself.
  fileprivate var isSynchronous: Bool { !isForward && (!isAsynchronous || isOnMainActor) }
}

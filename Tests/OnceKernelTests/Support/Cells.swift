import OnceKernel
import Testing

/// What is built in the cells of these tests.
final class Subject: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// What a cell or a build is about, in the words of the test.
func name(of subject: any AttemptSubject) -> String {
  (subject as? Subject)?.name ?? "not of this test"
}

/// An instance that can be told from others.
final class Instance: Sendable {}

struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

extension OnceCell {
  convenience init(_ name: String, _ kind: Kind = .shared) {
    self.init(kind, subject: Subject(name))
  }

  private func ask(for build: Attempt?, asynchronously: Bool = false) -> Entry {
    ask(for: build, depth: (build?.depth ?? -1) + 1, mode: .suspending, buildsAsynchronously: asynchronously)
  }

  /// Starts a build, on behalf of another one that waits for it.
  func begin(for build: Attempt? = nil, asynchronously: Bool = false) throws -> Attempt {
    guard case .build(let attempt) = ask(for: build, asynchronously: asynchronously) else {
      throw Unexpected(description: "\(name(of: subject)) is not idle")
    }
    return attempt
  }

  /// Joins the build in flight.
  @discardableResult
  func wait(for build: Attempt? = nil) throws -> Waiter {
    guard case .wait(let waiter, _) = ask(for: build) else {
      throw Unexpected(description: "\(name(of: subject)) has nothing to wait for")
    }
    return waiter
  }

  /// The object that a member of the cycle sees early.
  func early(for build: Attempt) throws -> AnyObject {
    guard case .early(let instance) = ask(for: build) else { throw Unexpected(description: "\(name(of: subject)) is not seen early") }
    return instance
  }

  /// The builds on the cycle that waiting would close, by what they build.
  func cycle(for build: Attempt) throws -> [String] {
    guard case .cycle(let builds) = ask(for: build) else { throw Unexpected(description: "waiting for \(name(of: subject)) is no cycle") }
    return builds.map { name(of: $0.subject) }
  }

  /// Ends a build with `instance`; answers the waiter that has to wait for what it is published with.
  func held(_ attempt: Attempt, _ instance: Instance, for build: Attempt? = nil) throws -> Waiter? {
    guard case .held = finish(attempt, instance) else { throw Unexpected(description: "\(name(of: subject)) is not held") }
    switch rejoin(attempt, for: build, mode: .suspending) {
    case .wait(let waiter, _)?: return waiter
    case .early?: return nil
    default: throw Unexpected(description: "\(name(of: subject)) is held and neither waited for nor seen early")
    }
  }

  func publish(_ attempt: Attempt, _ instance: Instance) throws {
    guard case .published = finish(attempt, instance) else {
      throw Unexpected(description: "\(name(of: subject)) is not published")
    }
  }
}

extension Waiter {
  /// The instance that was waited for and is there already.
  var instance: AnyObject? {
    get async {
      if case .ready(let instance) = await suspend() { instance } else { nil }
    }
  }

  /// Waits in a task that is cancelled, and answers whether that was the outcome.
  var isCancelledByItsTask: Bool {
    get async {
      let task = Task {
        if case .cancelled = await suspend() { true } else { false }
      }
      task.cancel()
      return await task.value
    }
  }

  var error: (any Error)? {
    get async {
      if case .failed(let error) = await suspend() { error } else { nil }
    }
  }
}

extension CellTable {
  /// Puts cells in place under the words that are given with them.
  @discardableResult
  func setAll(_ changes: [(word: UInt, cell: OnceCell)], where matches: (OnceCell, OnceCell) -> Bool) -> [OnceCell] {
    let words = Dictionary(changes.map { (ObjectIdentifier($0.cell), $0.word) }) { $1 }  // `changes` keeps the cells
    return setAll(changes.map(\.cell), word: { words[ObjectIdentifier($0)] ?? 0 }, where: matches)
  }
}

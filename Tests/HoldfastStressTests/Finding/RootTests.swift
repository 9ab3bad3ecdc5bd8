import Foundation
import Holdfast
import HoldfastStress
import Testing

extension Runs {
  @Suite struct RootTests {
    @Test func overridesStandInFrontOfWhatMustNotRun() async {
      await #expect(processExitsWith: .success) {
        let live = Flag()
        let touching = Touching.overriding { $0.register((any Mailer).self) { _ in Silent() } }
        let report = try await stress(seconds: 1, touching: touching, seed: 1) {
          try Container {
            $0.register((any Mailer).self) { _ in
              live.set()
              return Silent()
            }
            $0.register(Post.self) { resolver in Post(mailer: try resolver.resolve()) }
          }
        }
        #expect(report.held)
        #expect(!live.isSet)
      }
    }

    @Test func whatIsLeftOutIsNotAskedForAndListed() async {
      await #expect(processExitsWith: .success) {
        let asked = Flag()
        let root = CompositionRoot(touching: .everything, leavingOut: [AnyKey(Post.self)]) {
          try Container {
            $0.register((any Mailer).self) { _ in Silent() }
            $0.register(Post.self) { resolver in
              asked.set()
              return Post(mailer: try resolver.resolve())
            }
            $0.register(Letter.self, scope: .transient, .factory(taking: String.self) { _, text in Letter(text: text) })
          }
        }
        let report = try await stress(root, seconds: 1, seed: 1)
        #expect(!asked.isSet)
        #expect(report.notes.contains { $0.hasPrefix("left out: ") && $0.hasSuffix(".Post") })
        #expect(report.notes.contains { $0.contains("Letter taking Swift.String is not asked for") })
      }
    }

    @Test func argumentsAreMadeUpAndScopesAreGivenTheirSeeds() async {
      await #expect(processExitsWith: .success) {
        let letters = Flag()
        let greetings = Flag()
        let root = CompositionRoot(
          touching: .everything, arguments: [.key(Letter.self, taking: String.self)], seeds: { [.value(Visitor(name: "Ada"))] }
        ) {
          try Container {
            $0.register(seeded: Visitor.self)
            $0.register(
              Letter.self,
              .factory(taking: String.self) { _, text in
                letters.set()
                return Letter(text: text)
              })
            $0.register(Greeting.self, scope: .scoped) { resolver in
              if try resolver.resolve(Visitor.self).name == "Ada" { greetings.set() }
              return Greeting()
            }
          }
        }
        try await stress(root, seconds: 1, seed: 1)
        #expect(letters.isSet)
        #expect(greetings.isSet)
      }
    }

    @Test func aScopeOfEachKindIsOpened() async {
      await #expect(processExitsWith: .success) {
        let session = ScopeKind("session")
        let request = ScopeKind("request", inside: session)
        let report = try await stress(seconds: 1, touching: .everything, seed: 1) {
          try Container {
            $0.register(Visitor.self, scope: .scoped(to: session)) { _ in Visitor(name: "Ada") }
            $0.register(Letter.self, scope: .scoped(to: request)) { resolver in Letter(text: try resolver.resolve(Visitor.self).name) }
          }
        }
        #expect(report.notes.isEmpty, "\(report.notes)")
      }
    }

    @Test func aScopeIsGivenTheSeedsOfItsKind() async {
      await #expect(processExitsWith: .success) {
        let greetings = Flag()
        let session = ScopeKind("session")
        let request = ScopeKind("request", inside: session)
        let root = CompositionRoot(
          touching: .everything, leavingOut: [AnyKey(Letter.self)],
          seeds: { [.value(Visitor(name: "Ada")), .value(Silent(), as: (any Mailer).self), .value(Letter(text: "hello"))] }
        ) {
          try Container {
            $0.register(seeded: (any Mailer).self)
            $0.register(seeded: Letter.self, in: session)
            $0.register(seeded: Visitor.self, in: request)
            $0.register(Post.self, scope: .scoped(to: session)) { resolver in Post(mailer: try resolver.resolve()) }
            $0.register(Greeting.self, scope: .scoped(to: request)) { resolver in
              if try resolver.resolve(Visitor.self).name == resolver.resolve(Letter.self).text.replacing("hello", with: "Ada") {
                greetings.set()
              }
              return Greeting()
            }
          }
        }
        let report = try await stress(root, seconds: 1, seed: 1)
        #expect(greetings.isSet)
        #expect(report.notes.count == 1, "what is left out, only: \(report.notes)")
      }
    }

    @Test func aFactoryThatThrowsIsNamedAndSoIsWhatRepeatsTheRun() async {
      await #expect(processExitsWith: .success) {
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(seconds: 1, touching: .everything, seed: 7) {
            try Container {
              $0.register((any Mailer).self) { _ in throw NoServer() }
              $0.register(Post.self) { resolver in Post(mailer: try resolver.resolve()) }
            }
          }
        }
        let finding = try #require(failure?.report.findings.first)
        #expect(failure?.report.findings.count == 1)
        #expect(finding.kind == .failedFactory)
        #expect(finding.key == AnyKey((any Mailer).self))
        #expect(finding.message.contains("NoServer"))
        #expect(failure?.description.contains("again: stress(…, seed: 7)") == true)
      }
    }

    @Test func argumentsFollowFromTheSeed() async {
      await #expect(processExitsWith: .success) {
        // The survey asks for each key first, and nothing else runs meanwhile.
        func firstArguments(seed: UInt64) async throws -> [Int] {
          let given = Locked<[Int]>([])
          let root = CompositionRoot(touching: .everything, arguments: [.key(Letter.self, taking: Int.self)]) {
            try Container {
              $0.register(
                Letter.self, scope: .transient,
                .factory(taking: Int.self) { _, number in
                  given.withLock { $0.append(number) }
                  return Letter(text: "\(number)")
                })
            }
          }
          try await stress(root, seconds: 0.5, seed: seed)
          return given.withLock { Array($0.prefix(2)) }
        }
        let first = try await firstArguments(seed: 1)
        #expect(first.count == 2)
        #expect(try await firstArguments(seed: 1) == first)
        #expect(try await firstArguments(seed: 2) != first)
      }
    }

    @Test func whatTheContainerIsNotMadeOfIsThrown() async {
      await #expect(processExitsWith: .success) {
        await #expect(throws: NoServer.self) { try await stress(seconds: 1, touching: .everything) { throw NoServer() } }
      }
    }

    @Test func aValueThatIsThereIsNotAGlobal() async {
      await #expect(processExitsWith: .success) {
        let mailer = Silent()
        try await stress(seconds: 1, touching: .everything, seed: 1) {
          try Container {
            $0.register((any Mailer).self, instance: mailer)
            $0.register(Post.self) { resolver in Post(mailer: try resolver.resolve()) }
          }
        }
      }
    }

    @Test func whatIsAcceptedIsListedAndFailsNothing() async {
      await #expect(processExitsWith: .success) {
        let global = Silent()
        let root = CompositionRoot(touching: .everything, accepting: [.globalObject]) {
          try Container { $0.register((any Mailer).self) { _ in global } }
        }
        let report = try await stress(root, seconds: 1, seed: 1)
        #expect(report.notes.contains { $0.hasPrefix("accepted: global-object: ") })
      }
    }

    @Test func aBrokenInvariantCannotBeAccepted() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything, accepting: [.invariant]) { Container() }
        let failure = await #expect(throws: StressFailure.self) { try await stress(root, seconds: 0.5, workloads: [Broken.self]) }
        #expect(Set(failure?.report.findings.map(\.kind) ?? []) == [.invariant])
      }
    }

    @Test func whatHasToBeWarmedUpFirstIsNotBlamed() async {
      await #expect(processExitsWith: .success) {
        try await stress(seconds: 2, touching: .everything, seed: 1) {
          try Container {
            $0.register(Letter.self, .async { _ in Letter(text: "warm") })
            $0.register(Post.self) { resolver in
              _ = try resolver.resolve(Letter.self)
              return Post(mailer: Silent())
            }
            $0.register(Greeting.self) { resolver in
              _ = try resolver.resolve(Post.self)
              return Greeting()
            }
          }
        }
      }
    }

    @Test func oneContainerHandedOutTwiceIsAMistake() async {
      await #expect(processExitsWith: .success) {
        let container = try Container { $0.register((any Mailer).self) { _ in Silent() } }
        await #expect(throws: UsageError.self) { try await stress(seconds: 1, touching: .everything) { container } }
      }
    }

    /// ```
    /// shutdown(.cancel)                     the post's factory
    /// gives the mailer's build up
    ///                                       asks for the mailer, which is built again
    /// gives the post's build up
    /// ```
    @Test func whatACancelledShutdownHasBuiltAgainIsNotBlamed() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) {
          let meeting = Meeting()
          return try Container {
            $0.register(
              (any Mailer).self,
              .async { _ in
                await meeting.deliver()
                return Silent()
              })
            $0.register(
              Post.self,
              .async { resolver in
                await meeting.waitForCancellation()
                return Post(mailer: try await resolver.resolve())
              })
          }
        }
        let run = StressRun(
          root, workloads: [], plan: Plan(threads: 2, tasks: 4, seed: 1), seconds: 3, interrupted: Flag(),
          isChosen: { $0 == "shutdown-race" })
        let report = try await withCheckedThrowingContinuation { continuation in
          Thread { continuation.resume(with: Result { try run.run(again: "") }) }.start()
        }
        #expect(report.findings.map(\.description) == [])
      }
    }

    @Test func ownWorkloadsRunAndAreJudged() async {
      await #expect(processExitsWith: .success) {
        let root = CompositionRoot(touching: .everything) { try Container { $0.register((any Mailer).self) { _ in Silent() } } }
        try await stress(root, seconds: 2, seed: 1, workloads: [Sending.self])
        let failure = await #expect(throws: StressFailure.self) {
          try await stress(root, seconds: 2, seed: 1, workloads: [Broken.self])
        }
        let findings = failure?.report.findings ?? []
        #expect(findings.contains { $0.kind == .invariant && $0.workload == "broken" && $0.message.contains("never-even") })
        #expect(findings.contains { $0.message.contains("NoServer") })
      }
    }
  }
}

private protocol Mailer: Sendable {}
private final class Silent: Mailer {}
private final class Post: Sendable {
  let mailer: any Mailer

  init(mailer: any Mailer) { self.mailer = mailer }
}
private final class Letter: Sendable {
  let text: String

  init(text: String) { self.text = text }
}
private struct Visitor: Sendable {
  let name: String
}
private final class Greeting: Sendable {}
private struct NoServer: Error {}

/// Where the post's factory learns that the mailer's build was given up, and the shutdown waits until the mailer is built again.
private final class Meeting: Sendable {
  private let isGivenUp = Flag()
  private let isBuiltOnce = Flag()
  private let again = DispatchSemaphore(value: 0)

  func deliver() async {
    if isBuiltOnce.isSet { again.signal() }
    isBuiltOnce.set()
    await withTaskCancellationHandler {
      await pause(5)
    } onCancel: {
      isGivenUp.set()
      _ = again.wait(timeout: .now() + .milliseconds(20))
    }
  }

  func waitForCancellation() async {
    for _ in 0..<10 where !isGivenUp.isSet { await pause(1) }
  }

  /// Suspends, whether the task is cancelled or not.
  private func pause(_ milliseconds: Int) async { await Task.detached { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value }
}

private final class Sending: Workload {
  static let name = "sending"
  static let summary = "mail is sent"
  private let container: Container

  init(_ setting: Setting, _ container: Container) { self.container = container }

  func turn(_ worker: Worker) throws {
    worker.check(try container.resolveNow((any Mailer).self) is Silent, "silent", "mail was sent")
  }
}

private final class Broken: Workload {
  static let name = "broken"
  static let summary = "checks what does not hold"

  init(_ setting: Setting, _ container: Container) {}

  func turn(_ worker: Worker) throws {
    if worker.random.once(in: 3) { throw NoServer() }
    worker.check(worker.random.below(2) == 1, "never-even", "an even number")
  }
}

#if Exploration
  import KernelExplorer
  import OnceKernel
  import Searching
  import Testing

  import struct HoldfastStress.Console

  /// The explorer on small programs with known bugs, and on the same programs without them.
  @Suite(.serialized) struct ExplorerTests {
    /// A way to go through the schedules.
    enum Way: CaseIterable {
      case bounded, reduced

      var mode: Search.Mode {
        switch self {
        case .bounded: .bounded(3)
        case .reduced: .reduced
        }
      }
    }

    private func violation(_ way: Way, _ make: @escaping @Sendable () -> Program) -> Violation? {
      Explorer.explore(Scenario("test", "a program of a test", threads: 2, make), way.mode).violation
    }

    private func isExhausted(_ way: Way, _ make: @escaping @Sendable () -> Program) -> Bool {
      let finding = Explorer.explore(Scenario("test", "a program of a test", threads: 2, make), way.mode)
      return finding.isExhaustive && finding.violation == nil
    }

    @Test(arguments: Way.allCases) func anUnguardedCounterIsARace(_ way: Way) {
      let found = violation(way) {
        let counter = Plain(0)
        let count = { counter.value += 1 }
        return Program([count, count])
      }
      #expect(found?.what.contains("data race") == true)
      #expect(
        isExhausted(way) {
          let counter = Plain(0)
          let lock = Lock()
          let count = { lock.withLock { counter.value += 1 } }
          return Program([count, count], check: { require(counter.value == 2, "lost") })
        })
    }

    @Test(arguments: Way.allCases) func anUpdateInTwoStepsIsLost(_ way: Way) {
      let found = violation(way) {
        let word = AtomicWord.Shared(0)
        let count = { word.raw.storeReleasing(word.raw.loadAcquiring() + 1) }
        return Program([count, count], check: { require(word.raw.loadAcquiring() == 2, "an update was lost") })
      }
      #expect(found?.what == "an update was lost")
      #expect(
        isExhausted(way) {
          let word = AtomicWord.Shared(0)
          let count = { _ = word.raw.next() }
          return Program([count, count], check: { require(word.raw.loadAcquiring() == 2, "an update was lost") })
        })
    }

    /// The sleeper looks, then sleeps; the waker sets the flag in between and sees no thread to wake.
    @Test(arguments: Way.allCases) func aLostWakeUpIsADeadlock(_ way: Way) {
      @Sendable func program(looksAgain: Bool) -> Program {
        let isReady = AtomicWord.Shared(0)
        let sleeps = AtomicWord.Shared(0)
        let parker = Parker()
        return Program([
          {
            if isReady.raw.loadSequentiallyConsistent() == 1 { return }
            sleeps.raw.storeSequentiallyConsistent(1)
            if looksAgain, isReady.raw.loadSequentiallyConsistent() == 1 { return }
            parker.park()
          },
          {
            isReady.raw.storeSequentiallyConsistent(1)
            if sleeps.raw.loadSequentiallyConsistent() == 1 { parker.wake() }
          },
        ])
      }
      #expect(violation(way) { program(looksAgain: false) }?.what == "deadlock: thread 1 sleeps")
      #expect(isExhausted(way) { program(looksAgain: true) })
    }

    /// Store buffering: each thread stores to its own word and reads the other's; both reading 0 needs weak memory.
    @Test(arguments: Way.allCases) func storesAreBufferedUnlessTotallyOrdered(_ way: Way) {
      @Sendable func program(isTotal: Bool) -> Program {
        let words = [AtomicWord.Shared(0), AtomicWord.Shared(0)]
        let seen = AtomicWord.Shared(0)
        func side(_ mine: AtomicWord.Shared, _ other: AtomicWord.Shared) -> () -> Void {
          {
            isTotal ? mine.raw.storeSequentiallyConsistent(1) : mine.raw.storeReleasing(1)
            if (isTotal ? other.raw.loadSequentiallyConsistent() : other.raw.loadAcquiring()) == 1 { _ = seen.raw.next() }
          }
        }
        return Program(
          [side(words[0], words[1]), side(words[1], words[0])],
          check: { require(seen.raw.loadAcquiring() > 0, "neither saw the other") })
      }
      #expect(violation(way) { program(isTotal: false) }?.what == "neither saw the other")
      #expect(isExhausted(way) { program(isTotal: true) })
    }

    @Test(arguments: Way.allCases) func aMessageNeedsAReleasingStore(_ way: Way) {
      @Sendable func program(isReleased: Bool) -> Program {
        let message = Plain(0)
        let flag = AtomicWord.Shared(0)
        return Program([
          {
            message.value = 42
            isReleased ? flag.raw.storeReleasing(1) : flag.raw.storeUnordered(1)
          },
          { if flag.raw.loadAcquiring() == 1 { require(message.value == 42, "half a message") } },
        ])
      }
      #expect(violation(way) { program(isReleased: false) }?.what.contains("data race") == true)
      #expect(isExhausted(way) { program(isReleased: true) })
    }

    @Test(arguments: Way.allCases) func locksInTwoOrdersDeadlock(_ way: Way) {
      @Sendable func program(inOneOrder: Bool) -> Program {
        let (a, b) = (Lock(), Lock())
        return Program([{ a.withLock { b.withLock {} } }, { inOneOrder ? a.withLock { b.withLock {} } : b.withLock { a.withLock {} } }])
      }
      #expect(violation(way) { program(inOneOrder: false) }?.what == "deadlock: thread 1 waits for a lock, thread 2 waits for a lock")
      #expect(isExhausted(way) { program(inOneOrder: true) })
    }

    @Test func aViolationReplaysFromItsChoices() throws {
      let scenario = Scenario("test", "two lost updates", threads: 2) {
        let word = AtomicWord.Shared(0)
        let count = { word.raw.storeReleasing(word.raw.loadAcquiring() + 1) }
        return Program([count, count], check: { require(word.raw.loadAcquiring() == 2, "an update was lost") })
      }
      for way in Way.allCases {
        let found = try #require(Explorer.explore(scenario, way.mode).violation)
        let replayed = Explorer.replay(scenario, found.choices)
        #expect(replayed.violation?.what == found.what)
        #expect(replayed.trace.contains { $0.thread == 1 } && replayed.trace.contains { $0.thread == 2 })
        // One after the other, the second seeing the newest value: nothing is lost.
        #expect(Explorer.replay(scenario, [1, 1, 1, 0]).violation == nil)
      }
    }

    /// The reduced search leaves out only what shows nothing new: over programs made at random it sees the same ends as a search without bound.
    @Test func theReducedSearchSeesEveryEnd() {
      for seed in 0..<6 as Range<UInt64> {
        let full = ends(of: seed, .bounded(100))
        #expect(ends(of: seed, .reduced) == full, "program \(seed)")
        #expect(!full.isEmpty)
      }
    }

    /// The ends that a program of three threads with two steps each over two words comes to.
    private func ends(of seed: UInt64, _ mode: Search.Mode) -> Set<[UInt]> {
      let ends = Ends()
      let scenario = Scenario("random", "made from a seed", threads: 3) {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func pick(_ count: Int) -> Int {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(random >> 33) % count
        }
        let words = [AtomicWord.Shared(0), AtomicWord.Shared(0)]
        let lock = Lock()
        let seen = (0..<6).map { _ in Plain<UInt>(0) }
        let threads = (0..<3).map { thread in
          let steps = (0..<2).map { step in (operation: pick(4), word: pick(2), place: thread * 2 + step) }
          return {
            for step in steps {
              switch step.operation {
              case 0: seen[step.place].value = words[step.word].raw.loadSequentiallyConsistent()
              case 1: words[step.word].raw.storeSequentiallyConsistent(UInt(step.place + 1))
              case 2: seen[step.place].value = words[step.word].raw.loadAcquiring()
              default:
                lock.withLock { words[step.word].raw.storeReleasing(words[step.word].raw.loadAcquiring() * 10 + UInt(step.place + 1)) }
              }
            }
          }
        }
        return Program(threads, check: { ends.all.insert(seen.map(\.value) + words.map { $0.raw.loadAcquiring() }) })
      }
      #expect(Explorer.explore(scenario, mode).isExhaustive)
      return ends.all
    }

    /// Touched by the thread that explores.
    private final class Ends: @unchecked Sendable {  // unchecked: as the comment says
      var all: Set<[UInt]> = []
    }

    @Test func everyScenarioHoldsWithFewPreemptions() {
      for scenario in Scenario.all {
        // The first ones, in a debug build: `explore kernel` goes through them all.
        let finding = Explorer.explore(scenario, .bounded(1), executions: 100)
        #expect(finding.violation == nil, "\(scenario.name): \(finding.violation?.what ?? "")")
        #expect(finding.executions > 1)
      }
    }

    @Test func withoutAMutantNothingIsFound() throws {
      #expect(try isAsExpected("none", in: Scenario.all, seconds: 3))
    }

    @Test(arguments: ["wakes-one-waiter", "replaces-in-two-steps"]) func aMutantIsFound(_ name: String) throws {
      #expect(try isAsExpected(name, in: Scenario.all, seconds: 60))
    }

    /// Few schedules of one scenario show it: going through all others with the same effort would take most of the time.
    @Test func aMutantOfTheWaitGraphIsFound() throws {
      let scenarios = Scenario.all.filter { $0.name == "join-each-other" }
      #expect(try isAsExpected("checks-apart", in: scenarios, seconds: 60))
    }

    /// No schedule of these threads shows the mutant, so the hunt must say so.
    @Test func aMutantThatSurvivesIsNotTakenForFound() throws {
      let scenarios = Scenario.all.filter { $0.name == "herd-2" }
      #expect(try !isAsExpected("checks-apart", in: scenarios, seconds: 1))
    }

    /// Whether the hunt finds the mutant, or nothing if it is `none`.
    private func isAsExpected(_ name: String, in scenarios: [Scenario], seconds: Double) throws -> Bool {
      let hunt = try MutantHunt(named: [name], orOf: [], isForExploration: true)
      #expect(hunt.count == 1)
      return hunt.run(Escalation(kernel: scenarios, seconds: seconds), on: .error, Escalation.explore) == 0
    }
  }

  extension AtomicWord {
    /// A word on the heap, for closures to share.
    final class Shared: Sendable {
      let raw: AtomicWord

      init(_ value: UInt) {
        raw = AtomicWord(value)
      }
    }
  }
#endif

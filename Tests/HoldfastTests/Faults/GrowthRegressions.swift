import Dispatch
import Foundation
import Holdfast
import HoldfastDiagnostics
import Testing

extension Regressions {
  @Suite("Growth and reports")
  struct GrowthRegressions {
    @Test("A registration that is replaced takes its cached instance with it", arguments: [Sharing.cached("group"), .singleton])
    func replaced(_ scope: Sharing) async throws {
      let (container, ledger) = (Container(), Ledger())
      for build in 0..<500 {
        try container.register(Part.self, scope: scope.lifetime()) { _ in Part("part", build: build, ledger: ledger) }
        let found = try await container.resolve(Part.self).build
        #expect(found == build)
      }
      #expect(ledger.alive.value == 1)
    }

    @Test("Warming up passes over what a type's decorators are kept under")
    func warmUp() async throws {
      let container = Container()
      try container.register(One.self) { _ in One() }
      try container.decorate(One.self) { one, _ in one }
      let steps = try await container.warmUp()
      #expect(steps.map(\.key) == [AnyKey(One.self)])
      #expect(container.peek(One.self) != nil)
    }

    #if os(Linux) || os(macOS)
      @Test("A handler of long waits may change the settings in a deinit when it is replaced")
      func handlerDeinit() async {
        // In a process of its own: the settings are the process's, and a mistake would hold their lock for good.
        await #expect(processExitsWith: .success) {
          DispatchQueue.global().asyncAfter(deadline: .now() + Regressions.patience) { exit(9) }
          do {
            let last = DeinitProbe { LongWaits.report(after: .seconds(10)) }
            LongWaits.report(after: .seconds(9)) { _ in withExtendedLifetime(last) {} }
          }
          LongWaits.report(after: .seconds(9)) { _ in }
        }
      }
    #endif
  }
}

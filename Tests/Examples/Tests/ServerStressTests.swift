import Foundation
import GreetingServer
import Holdfast
import HoldfastStress
import HoldfastStressTesting
import Testing

/// The example server's container under the harness: its real database, one file for all containers.
@Suite("Example: a server under stress", .serialized)
struct ServerStressTests {
  @Test("nothing is found, in connections and requests neither")
  func survives() async {
    // In a process of its own: the tests beside this one need the threads that it takes.
    await #expect(processExitsWith: .success) {
      for scoped in ServerOptions.Scoped.allCases { try await Self.run(scoped) }
    }
  }

  private static func run(_ scoped: ServerOptions.Scoped) async throws {
    try await withFile { file in
      var options = ServerOptions(database: file)
      options.scoped = scoped
      let counters = Counters()
      let assembly = ServerAssembly(options, counters)
      let root = CompositionRoot(
        touching: .everything, seeds: { [.value(Request("/hello/ada")), .value(Logger(request: "a request", sink: nil))] }
      ) {
        try Container(assembly)
      }
      let report = try await expectNoFindings(root, seconds: 4)
      #expect(report.notes == [], "everything was asked for, \(scoped)")
      await counters.settle()
      #expect(counters.objects.total > 0, "\(scoped)")
      #expect(counters.objects.alive == 0, "\(scoped)")
    }
  }
}

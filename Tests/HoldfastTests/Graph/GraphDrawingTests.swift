import Foundation
import Holdfast
import HoldfastDiagnostics
import Testing

/// A type whose name ends as the module's.
enum NotHoldfastTests {
  struct Inner: Sendable {}
}

/// A type whose name is written between backticks.
struct `raw#type`: Sendable {}

protocol Pool<Element>: Sendable {
  associatedtype Element
}

struct ClockPool: Pool {
  typealias Element = Clock
}

@Suite("GraphDrawingTests")
struct GraphDrawingTests {
  private struct ClockAssembly: Assembly {
    func register(in batch: Batch) {
      batch.register(Clock.self, .async { _ in Clock() })
    }
  }

  private struct StoreAssembly: Assembly {
    var dependencies: [any Assembly] { [ClockAssembly()] }

    func register(in batch: Batch) {
      batch.register((any Store).self, named: "main \"one\"", scope: .scoped, .asyncWired { (clock: Clock) async in Disk(clock: clock) })
        .register(Journal.self, .mainActor { _ in Journal(clock: Clock(), store: Shelf()) })
        .declare(Journal.self, needs: .on(Clock.self, as: .lazy), .on((any Store).self, named: "main \"one\""), .on(Int.self))
        .register([Int].self, scope: .transient, .wired { (journal: Provider<Journal>, missing: Double?) in [] })
    }
  }

  private let container: Container

  init() throws {
    container = try Container(StoreAssembly())
  }

  @Test("What leads to something through an Optional or another reference is drawn as leading to that")
  func references() throws {
    struct Seen: Sendable {}
    let container = Container()
    try container.register(Clock.self) { _ in Clock() }
      .register(Int.self, .wired { (a: Provider<Clock?>, b: Lazy<Provider<Clock>>, c: Lazy<Clock>?, d: Clock??) in 1 })
      .register(Seen.self) { r in
        _ = try r.resolve(Clock?.self)
        _ = try r.resolve(Provider<Lazy<Clock?>>.self)
        return Seen()
      }
      .register(Int8.self, .wired { (a: [any Store]?, b: Provider<Double?>, c: Lazy<Double>?) in 1 })
      .register((any Store).self, named: "a") { _ in Shelf() }
    _ = try container.resolve(Seen.self)
    let graph = container.graph()
    let clock = "HoldfastTests.Clock"
    #expect(graph.needs(of: AnyKey(Int.self)) == ["provider", "lazy", "optional"].map { "declared \($0) \(clock)" })
    #expect(graph.needs(of: AnyKey(Seen.self)) == ["value", "provider"].map { "observed \($0) \(clock)" })
    #expect(
      graph.needs(of: AnyKey(Int8.self)) == [
        "declared all HoldfastTests.Store named \"a\"", "declared provider Swift.Double", "declared optional Swift.Double",
      ])
    // A reference that is registered is drawn itself.
    try container.register(Lazy<Clock>.self) { r in r.lazy() }
    #expect(container.graph().needs(of: AnyKey(Int.self)).contains("declared optional Holdfast.Lazy<HoldfastTests.Clock>"))
  }

  @Test("The text: a tree of what each root needs, unfolded once")
  func text() {
    #expect(
      container.graph().text == """
        Swift.Array<Swift.Int> (transient)
          provider of Journal (singleton, async, main actor)
            lazy of Clock (singleton, async, needs unknown)
            Store named "main \\"one\\"" (scoped, async)
              Clock (singleton, async, needs unknown)
            Swift.Int (not registered here)
          optional of Swift.Double (not registered here)
        """)
  }

  @Test("The text of what was unfolded already, and of a cycle")
  func textAgain() throws {
    let container = Container()
    try container.register(Int.self, .wired { (a: Int8, b: Int16) in 1 }).register(Int8.self, .wired { (b: Int16) in 1 })
      .register(Int16.self, .wired { (c: Int32) in 1 }).register(Int32.self, instance: 1)
      .register(Float.self, .wired { (other: Double) in 1 }).register(Double.self, .wired { (other: Float) in 1 })
    #expect(
      container.graph().text == """
        Int (singleton)
          Int8 (singleton)
            Int16 (singleton)
              Int32 (singleton)
          Int16 (singleton) …
        Float (singleton)
          Double (singleton)
            Float (singleton) …
        """)
  }

  @Test("A module that all keys share is left out, also inside other names; names and other modules keep it")
  func module() throws {
    let container = Container()
    try container.register([Clock].self, named: "HoldfastTests.Clock", instance: []).register(
      NotHoldfastTests.Inner.self, instance: .init())
    #expect(
      container.graph().text == """
        Swift.Array<Clock> named "HoldfastTests.Clock" (singleton)
        NotHoldfastTests.Inner (singleton)
        """)
    try container.register(Data.self, instance: Data())
    #expect(container.graph().text.contains("Swift.Array<HoldfastTests.Clock> named"))
  }

  @Test("Function and tuple types have no module: they stay as they are, and others lose theirs")
  func moduleOfNominalTypes() throws {
    let container = Container()
    try container.register(Clock.self) { _ in Clock() }.register((@Sendable (Int) -> Clock).self, instance: { _ in Clock() })
      .register((Int, Clock).self) { r in (1, try r.resolve()) }.register((any Pool<Clock>).self) { _ in ClockPool() }
      .register(Any.self, scope: .transient) { _ in 1 }
    #expect(
      container.graph().text == """
        Clock (singleton, needs unknown)
        @Sendable (Swift.Int) -> HoldfastTests.Clock (singleton)
        (Swift.Int, HoldfastTests.Clock) (singleton, needs unknown)
        any Pool<Clock> (singleton, needs unknown)
        Any (transient, needs unknown)
        """)
  }

  @Test("DOT: a cluster for each assembly, every key once, edges by kind, what is not registered dashed")
  func dot() {
    #expect(
      container.graph().dot == #"""
        digraph Holdfast {
          graph [rankdir=LR, ranksep=1, fontname="Helvetica", labeljust=l, style="rounded,filled", color=gray80, fillcolor=gray97];
          node [fontname="Helvetica", shape=box, style=filled, fillcolor=white];
          edge [fontname="Helvetica", fontsize=11, color=gray40];
          subgraph cluster0 {
            label="ClockAssembly";
            n0 [label="Clock\nsingleton, async, needs unknown"];
          }
          subgraph cluster1 {
            label="StoreAssembly";
            n1 [label="Store named \"main \\\"one\\\"\"\nscoped, async"];
            n2 [label="Journal\nsingleton, async, main actor"];
            n3 [label="Swift.Array<Swift.Int>\ntransient"];
          }
          n4 [label="Swift.Int", style="filled,dashed"];
          n5 [label="Swift.Double", style="filled,dashed"];
          n1 -> n0;
          n2 -> n0 [label="lazy"];
          n2 -> n1;
          n2 -> n4;
          n3 -> n2 [label="provider"];
          n3 -> n5 [label="optional"];
        }
        """#)
  }

  @Test("Mermaid: the same, with what it would take for markup escaped")
  func mermaid() {
    #expect(
      container.graph().mermaid == ##"""
        flowchart LR
          subgraph a0["ClockAssembly"]
            n0["Clock<br/>singleton, async, needs unknown"]
          end
          subgraph a1["StoreAssembly"]
            n1["Store named #quot;main \#quot;one\#quot;#quot;<br/>scoped, async"]
            n2["Journal<br/>singleton, async, main actor"]
            n3["Swift.Array#lt;Swift.Int#gt;<br/>transient"]
          end
          n4["Swift.Int"]
          n5["Swift.Double"]
          n1 --> n0
          n2 -->|lazy| n0
          n2 --> n1
          n2 --> n4
          n3 -->|provider| n2
          n3 -->|optional| n5
          style n4 stroke-dasharray: 5 5
          style n5 stroke-dasharray: 5 5
        """##)
  }

  @Test("Mermaid: no name becomes an entity or Markdown")
  func mermaidSigns() throws {
    let container = try Container { batch in
      batch.register(Int.self, named: "x #35; `y`", instance: 1)
      batch.register(`raw#type`.self, instance: `raw#type`())
    }
    #expect(
      container.graph().mermaid == ##"""
        flowchart LR
          n0["Swift.Int named #quot;x #35;35; #96;y#96;#quot;<br/>singleton"]
          n1["#96;raw#35;type#96;<br/>singleton"]
        """##)
  }

  @Test("What was learned is dotted")
  func learned() throws {
    let container = Container()
    try container.register(Int.self) { r in try r.resolve(String.self).count }.register(String.self) { _ in "four" }
    _ = try container.resolve(Int.self)
    #expect(container.graph().dot.contains("  n0 -> n1 [style=dotted];"))
    #expect(container.graph().mermaid.hasSuffix("  n0 -.-> n1"))
    #expect(!container.graph().dot.contains("cluster"), "without assemblies there is nothing to gather")
  }

  @Test("All of a type are an edge to each of them")
  func all() throws {
    let container = Container()
    try container.register(Int.self, named: "a", instance: 1).register(Int.self, named: "b", instance: 2)
      .register(String.self, .wired { (numbers: [Int]) in "" })
    let edges = container.graph().edges
    #expect(edges.map(\.to) == [AnyKey(Int.self, named: "a"), AnyKey(Int.self, named: "b")])
    #expect(edges.allSatisfy { $0.kind == .all })
    #expect(container.graph().dependencies(of: AnyKey(String.self)).nodes.count == 3)
    #expect(
      container.graph().dependents(of: AnyKey(Int.self, named: "b")).nodes.map(\.key) == [
        AnyKey(Int.self, named: "b"), AnyKey(String.self),
      ])
  }

  @Test("Parts: from a root, to a key, of an assembly")
  func parts() {
    let graph = container.graph()
    let (clock, store) = (AnyKey(Clock.self), AnyKey((any Store).self, named: "main \"one\""))
    let (journal, numbers) = (AnyKey(Journal.self), AnyKey([Int].self))
    #expect(graph.dependencies(of: store).nodes.map(\.key) == [clock, store])
    #expect(graph.dependencies(of: store).edges.map(\.to) == [clock])
    #expect(graph.dependencies(of: journal).nodes.map(\.key) == [clock, store, journal])
    #expect(graph.dependencies(of: journal).edges.count == 4, "what is not registered stays in the picture")
    #expect(graph.dependents(of: store).nodes.map(\.key) == [store, journal, numbers])
    #expect(graph.dependents(of: AnyKey(Int.self)).edges.count == 2)
    #expect(graph.assembly("ClockAssembly").nodes.map(\.key) == [clock])
    #expect(graph.assembly("StoreAssembly").nodes.map(\.key) == [store, journal, numbers])
    #expect(graph.assembly("StoreAssembly").edges.map(\.to) == [store, journal], "edges that leave it are left out")
    #expect(graph.assembly("another").nodes.isEmpty)
  }

  @Test("A node knows its scope, place, state and time", .bounded)
  func nodes() async throws {
    let (go, started) = (Gate("go"), Gate("started"))
    let line: UInt32 = #line + 1
    try container.register(String.self) { _ in
      started.open()
      try go.block()
      return ""
    }
    func node() throws -> DependencyGraph.Node { try #require(container.graph().nodes.first { $0.key == AnyKey(String.self) }) }
    #expect(try !node().hasInstance && node().buildTime == nil && node().lifetime == .singleton && node().assembly == nil)
    #expect(try node().site.description == "HoldfastTests/GraphDrawingTests.swift:\(line)")
    let timeline = BuildTimeline(of: container)
    let caller = Pending.onThread { [container] in try container.resolve(String.self) }
    try await started.pass()
    #expect(try !node().hasInstance)
    #expect(container.description.hasSuffix("building Swift.String)"), "\(container)")
    go.open()
    _ = try await caller.value()
    #expect(try node().hasInstance)
    let time = try #require(node().buildTime)
    #expect(time > .zero)
    #expect(timeline.spans.map(\.duration) == [time])
  }
}

import Holdfast
import HoldfastDiagnostics
import Testing

/// Not private: the runtime finds no private protocol by its name.
protocol Depot: Sendable {}

protocol MistakenRepository<Item>: Sendable {
  associatedtype Item
}

private struct IntRepository: MistakenRepository {
  typealias Item = Int
}

private final class DiskStore: Depot {}

private struct Request: Sendable {}

private struct Checkout: Sendable {}

private struct Basket: Sendable {}

private struct Price: Sendable {}

@Suite("Mistakes are told with what to write")
struct MistakeTests {
  private static func error(_ container: Container, _ body: () throws -> Any) throws -> ResolutionError {
    try #require(throws: ResolutionError.self) { _ = try body() }
  }

  @Test("a resolve that says no type")
  func inferredAny() throws {
    let container = Container()
    let error = try Self.error(container) { try container.resolve() as Any }
    #expect(error.remedy.contains("Name it: resolve(Store.self) or let store: Store = try resolve()"))
  }

  @Test("the container itself")
  func theContainer() throws {
    let container = Container()
    let error = try Self.error(container) { try container.resolve(Container.self) }
    #expect(error.remedy.contains("a Provider, a Lazy or a Factory instead of a container"))
  }

  @Test("a protocol of which a concrete type is registered")
  func concreteRegistered() throws {
    let container = try Container { $0.register(DiskStore.self) { _ in DiskStore() } }
    let error = try Self.error(container) { try container.resolve((any Depot).self) }
    #expect(error.remedy.contains("DiskStore (at "))
  }

  @Test("what is not registered, with the place of what needs it")
  func consumer() throws {
    let container = try Container { batch in
      batch.register(Checkout.self) { r in
        _ = try r.resolve(Basket.self)
        return Checkout()
      }
      batch.register(Basket.self) { r in
        _ = try r.resolve((any Depot).self)
        return Basket()
      }
    }
    let error = try Self.error(container) { try container.resolve(Checkout.self) }
    let line = Self.line(of: Basket.self, container)
    #expect(error.description.contains("needed by the registration at HoldfastTests/MistakeTests.swift:\(line)"))
  }

  @Test("a cycle, with every place")
  func cycle() throws {
    let container = try Container { batch in
      batch.register(Checkout.self) { r in
        _ = try r.resolve(Basket.self)
        return Checkout()
      }
      batch.register(Basket.self) { r in
        _ = try r.resolve(Checkout.self)
        return Basket()
      }
    }
    let error = try Self.error(container) { try container.resolve(Checkout.self) }
    for type in [Checkout.self, Basket.self] as [Any.Type] {
      #expect(error.description.contains("MistakeTests.swift:\(Self.line(of: type, container))"))
    }
  }

  private static func line(of type: Any.Type, _ container: Container) -> String {
    container.graph().nodes.first { $0.key == AnyKey(type) }.map { "\($0.site)".split(separator: ":").last.map(String.init) ?? "" } ?? ""
  }

  @Test("a scoped value: outside a scope, of the container inside one, and by what outlives it")
  func scoped() throws {
    let container = try Container { batch in
      batch.register(Request.self, scope: .scoped) { _ in Request() }
      batch.register(Price.self) { r in
        _ = try r.resolve(Request.self)
        return Price()
      }
    }
    let outside = try Self.error(container) { try container.resolve(Request.self) }
    let inside = try Self.error(container) { try container.withScope { _ in try container.resolve(Request.self) } }
    let captive = try Self.error(container) { try container.withScope { scope in try scope.resolve(Price.self) } }
    #expect([outside, inside, captive].allSatisfy { $0.code == .outsideScope })
    #expect(outside.message.hasSuffix("was asked for outside a scope."))
    #expect(inside.message.hasSuffix("A scope is open here, but the code asked the container."))
    #expect(inside.remedy.contains("try scope.resolve("))
    #expect(captive.message.contains("Price (singleton) asked for "))
    #expect(captive.remedy.contains("as scoped too"))
  }

  @Test("a scope of another container is no scope of this one")
  func otherContainersScope() throws {
    let container = try Container { $0.register(Request.self, scope: .scoped) { _ in Request() } }
    let error = try Container().withScope { _ in try Self.error(container) { try container.resolve(Request.self) } }
    #expect(error.message.hasSuffix("was asked for outside a scope."))
  }

  @Test("constrained protocols as people write them, and functions that differ in effects")
  func spelling() throws {
    let container = try Container { batch in
      batch.register((any MistakenRepository<Int>).self) { _ in IntRepository() }
      batch.register((@Sendable (Int) -> Int).self) { _ in { $0 } }
    }
    let constrained = try Self.error(container) { try container.resolve((any MistakenRepository<String>).self) }
    #expect(constrained.message.contains("MistakenRepository<Swift.String> is not registered"))
    let function = try Self.error(container) { try container.resolve((@Sendable (Int) async throws -> Int).self) }
    #expect(function.remedy.contains("@Sendable (Swift.Int) -> Swift.Int (at "))
  }

  @Test("a parameter with a default value, of an initializer that is wired")
  func defaultValue() throws {
    struct Retrying {
      let count: Int

      init(count: Int = 3) { self.count = count }
    }
    let container = try Container { $0.register(Retrying.self, scope: .transient, .wired(Retrying.init)) }
    let error = try Self.error(container) { try container.resolve(Retrying.self) }
    #expect(error.message == "Swift.Int is not registered.")
    #expect(error.remedy.hasSuffix("wire a closure that leaves them out."))
    let direct = try Self.error(container) { try container.resolve(Int.self) }
    #expect(!direct.remedy.contains("wired"), "no initializer asked for it")
    try container.register(Retrying.self, scope: .transient, .wired { Retrying() })
    #expect(try container.resolve(Retrying.self).count == 3)
  }

  @Test("an error that is read when its container is released")
  func releasedContainer() throws {
    /// - Parameter isRead: whether the remedy is read before the container is released. `#require(throws:)` would read it.
    func missing(isRead: Bool) throws -> ResolutionError? {
      let container = try Container { $0.register(Basket.self, named: "large") { _ in Basket() } }
      do {
        _ = try container.resolve(Basket.self)
        return nil
      } catch {
        if isRead { #expect(error.remedy.contains("named \"large\"")) }
        return error
      }
    }
    let read = try missing(isRead: true)?.remedy ?? ""
    #expect(read.contains("named \"large\""), "what was read stays: \(read)")
    let late = try missing(isRead: false)?.remedy ?? ""
    #expect(late.hasSuffix("Read before the container ends, this names similar keys."), "\(late)")
  }

  @Test("a key that is registered twice on one line")
  func twiceOnOneLine() throws {
    let container = Container()
    for number in 1...2 { try container.register(Int.self) { _ in number } }
    let batch = try Container { batch in
      for number in 1...2 { batch.register(Int.self) { _ in number } }
    }
    for container in [container, batch] {
      #expect(container.problems().map(\.kind) == [.duplicate])
      #expect(container.problems().first?.message.contains("registered twice; both times at ") == true)
    }
  }
}

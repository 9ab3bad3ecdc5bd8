import Holdfast
import HoldfastCompatibility
import Testing

/// Every row of XServiceLocator, in Holdfast's words.
@Suite("XServiceLocator")
struct XServiceLocatorTests {
  private let ledger = Ledger()

  @Test("XServiceLocator: chained registration")
  func chainedRegistration() throws {
    let circle = Circle(radius: 10)
    let container = try Container()
      .register((any Shape).self, instance: circle)
      .register(Rectangle.self) { [ledger] _ in
        _ = ledger.begin("rectangle")
        return Rectangle(width: 30, height: 15)
      }
      .register { r in Canvas(shape: try r.resolve()) }
    #expect(try container.resolve((any Shape).self) as? Circle === circle)
    #expect(try container.resolve(Canvas.self).shape as? Circle === circle)
    #expect(try container.resolve(Rectangle.self) === container.resolve(Rectangle.self))
    #expect(ledger.builds("rectangle") == 1)
  }

  @Test("XServiceLocator: transient factory")
  func transientFactory() throws {
    let container = Container()
    try container.register(Drawing.self, scope: .transient) { [ledger] _ in
      _ = ledger.begin("drawing")
      return Drawing()
    }
    let drawings = try (0..<5).map { _ in try container.resolve(Drawing.self) }
    #expect(Set(drawings.map(ObjectIdentifier.init)).count == 5)
    #expect(ledger.builds("drawing") == 5)
    drawings[0].title = "mine"
    #expect(drawings[1].title.isEmpty)
  }

  @Test("XServiceLocator: any type")
  func anyType() throws {
    let square: @Sendable (Int) -> Int = { $0 * $0 }
    let container = try Container()
      .register((any Shape).self, instance: Circle(radius: 1))
      .register(Point.self, instance: Point(x: 1, y: 2))
      .register(Side.self, instance: .right)
      .register((Int, String).self, instance: (3, "three"))
      .register((@Sendable (Int) -> Int).self, instance: square)
      .register((@Sendable (Int) -> String).self) { _ in { "\($0)" } }
      .register(((Int) -> Int).self, scope: .transient) { _ in { $0 + 1 } }
      .register([String].self, instance: ["a", "b"])
      .register(Stack<Int>.self, scope: .transient) { _ in Stack(items: [1, 2]) }
      .register(Stack<String>.self, scope: .transient) { _ in Stack(items: ["top"]) }
      .register((any Shape.Type).self, instance: Rectangle.self)
      .register(Circle.Type.self, instance: Circle.self)
      .register(Void.self, instance: ())
    #expect(try container.resolve((any Shape).self).name == "Circle")
    #expect(try container.resolve(Point.self) == Point(x: 1, y: 2))
    #expect(try container.resolve(Side.self) == .right)
    let pair: (Int, String) = try container.resolve()
    #expect(pair == (3, "three"))
    #expect(try container.resolve((@Sendable (Int) -> Int).self)(7) == 49)
    let spell: @Sendable (Int) -> String = try container.resolve()
    #expect(spell(8) == "8")
    #expect(try container.resolve(((Int) -> Int).self)(7) == 8)
    #expect(try container.resolve([String].self) == ["a", "b"])
    #expect(try container.resolve(Stack<Int>.self).items == [1, 2])
    #expect(try container.resolve(Stack<String>.self).items == ["top"])
    #expect(try container.resolve((any Shape.Type).self) == Rectangle.self)
    #expect(try container.resolve(Circle.Type.self) == Circle.self)
    try container.resolve(Void.self)
    #expect(container.keys().count == 13)
  }

  @Test("XServiceLocator: service factory")
  func serviceFactory() throws {
    let container = try Container()
      .register(Double.self, instance: 12)
      .register(Circle.self, .using(CircleFactory(ledger: ledger)))
      .register(scope: .transient, .using(DrawingFactory(title: "plan")))
    #expect(try container.resolve(Circle.self).radius == 12)
    #expect(try container.resolve(Circle.self) === container.resolve(Circle.self))
    #expect(ledger.builds("circle") == 1)
    let (one, other) = (try container.resolve(Drawing.self), try container.resolve(Drawing.self))
    #expect(one !== other)
    #expect(one.title == "plan" && one.shape as? Circle === other.shape as? Circle)
  }

  @Test("XServiceLocator: `container.resolver`")
  func resolverView() throws {
    let container = Container()
    let resolver = container.resolver
    #expect(!(resolver is any Registrar))
    #expect(try failure { try resolver.resolve(Circle.self) }.code == .notRegistered)
    try container.register { [ledger] _ in Circle(radius: Double(ledger.begin("circle"))) }
    #expect(try resolver.resolve(Circle.self) === container.resolve(Circle.self))
    #expect(ledger.builds("circle") == 1)
    func radius(_ resolver: some Resolver) throws -> Double { try resolver.resolve(Circle.self).radius }
    #expect(try radius(resolver) == 1)
  }

  @Test("XServiceLocator: resolve by type, by inference")
  func byTypeByInference() throws {
    let container = try Container().register(Int.self, instance: 10)
    #expect(try container.resolve(Int.self) == 10)
    let number: Int = try container.resolve()
    #expect(number == 10)
    let missing = try failure { try container.resolve(Double.self) }
    #expect(missing.code == .notRegistered)
    #expect(missing.key == AnyKey(Double.self))
    #expect(try missing == failure { let _: Double = try container.resolve() })
    #expect(try missing != failure { try container.resolve(Float.self) })
    do throws(ResolutionError) {
      _ = try container.resolve(Double.self)
    } catch {
      #expect(error == missing)
    }
  }

  @Test("XServiceLocator: sub-resolution")
  func subResolution() throws {
    let container = Container()
    try container
      .register(Canvas.self, scope: .transient) { r in Canvas(shape: try r.resolve()) }
      .register((any Shape).self) { [ledger] r in
        _ = ledger.begin("shape")
        return Circle(radius: try r.resolve())
      }
    let error = try failure { try container.resolve(Canvas.self) }
    #expect(error.code == .notRegistered)
    #expect(error.path == [AnyKey(Canvas.self), AnyKey((any Shape).self), AnyKey(Double.self)])
    try container.register(Double.self, instance: 30)
    let (one, other) = (try container.resolve(Canvas.self), try container.resolve(Canvas.self))
    #expect(one !== other)
    #expect(one.shape as? Circle === other.shape as? Circle)
    #expect((one.shape as? Circle)?.radius == 30)
    #expect(ledger.builds("shape") == 2, "the one that failed, and the one that is kept")
  }

  @Test("XServiceLocator: dependency resolver")
  func dependencyResolver() throws {
    let fallback = try Container()
      .register(Double.self, instance: 1)
      .register { [ledger] r in
        _ = ledger.begin("circle")
        return Circle(radius: try r.resolve())
      }
    let container = try Container(parent: fallback).register(Double.self, instance: 2)
    #expect(try container.resolve(Double.self) == 2, "its own shadows the fallback's")
    #expect(try fallback.resolve(Double.self) == 1)
    #expect(try container.resolve(Circle.self).radius == 1, "built with the resolver that has it")
    #expect(try container.resolve(Circle.self) === fallback.resolve(Circle.self), "and kept there")
    #expect(ledger.builds("circle") == 1)
    #expect(container.peek(Circle.self) == nil)

    let behindView = Container(parent: container.resolver)
    #expect(try behindView.resolve(Double.self) == 2)
    let behindArray = Container(parent: ResolverChain([Container(), fallback, container]))
    #expect(try behindArray.resolve(Double.self) == 1)
    #expect(try behindArray.resolve(Circle.self) === fallback.resolve(Circle.self))
    #expect(try failure { try behindArray.resolve(Int.self) }.code == .notRegistered)
    try behindArray.register(Canvas.self) { r in Canvas(shape: try r.resolve(Circle.self)) }
    #expect(try behindArray.resolve(Canvas.self).shape as? Circle === fallback.resolve(Circle.self))
    #expect(ledger.builds("circle") == 1)
  }

  @Test("XServiceLocator: array of resolvers")
  func arrayOfResolvers() throws {
    let first = try Container().register(Int.self, instance: 1).register(String.self, instance: "first")
    let second = try Container().register(Int.self, instance: 2).register(Double.self, instance: 2)
    #expect(try ResolverChain([first, second]).resolve(Int.self) == 1)
    #expect(try ResolverChain([first, second].reversed()).resolve(Int.self) == 2)
    #expect(try ResolverChain([first, second]).resolve(Double.self) == 2)
    let missing = try failure { try ResolverChain([first, second]).resolve(Float.self) }
    #expect(missing.code == .notRegistered)
    #expect(missing.key == AnyKey(Float.self))
    let none: [Container] = []
    #expect(try failure { try ResolverChain([]).resolve(Int.self) }.code == .emptyChain)
    #expect(try failure { try ResolverChain(none).resolve(Int.self) }.code == .emptyChain)
    #expect(try failure { try Container(parent: ResolverChain(none)).resolve(Int.self) }.code == .emptyChain)

    // Only "not registered" moves on: the first one's factory and its own missing dependency are errors.
    try first.register(Double.self) { [ledger] _ in throw Refusal(build: ledger.begin("double")) }
    let broken = try failure { try ResolverChain([first, second]).resolve(Double.self) }
    #expect(broken.code == .factoryFailed)
    #expect(broken.underlying as? Refusal == Refusal(build: 1))
    try first.register { [ledger] r in
      _ = ledger.begin("circle")
      return Circle(radius: Double(try r.resolve(Float.self)))
    }
    try second.register(Circle.self, instance: Circle(radius: 2))
    let incomplete = try failure { try ResolverChain([first, second]).resolve(Circle.self) }
    #expect(incomplete.path == [AnyKey(Circle.self), AnyKey(Float.self)])
    #expect(ledger.builds("circle") == 1)
    #expect(try ResolverChain([second, first]).resolve(Circle.self).radius == 2)
    #expect(ledger.builds("circle") == 1)
  }

  @Test("XServiceLocator: array of resolvers, of mixed kinds and stored")
  func mixedChains() throws {
    let scoped = try Container().register(Circle.self, scope: .scoped) { [ledger] _ in
      Circle(radius: Double(ledger.begin("circle")))
    }
    let plain = try Container().register(Int.self, instance: 4)
    try scoped.withScope { scope throws in
      let chain = ResolverChain([plain, scope])
      #expect(try chain.resolve(Int.self) == 4)
      #expect(try chain.resolve(Circle.self) === scope.resolve(Circle.self))
      let stored: [any Resolver & Sendable] = [scope, plain.resolver]
      #expect(try ResolverChain(stored).resolve(Int.self) == 4)
      #expect(try ResolverChain(stored.reversed()).resolve(Circle.self) === scope.resolve(Circle.self))
      #expect(ledger.builds("circle") == 1)
    }
    let containers: [Container] = [scoped, plain]
    #expect(try ResolverChain(containers).resolve(Int.self) == 4)
    #expect(try ResolverChain([ResolverChain([Container()]), plain]).resolve(Int.self) == 4)
    #expect(try Container(parent: ResolverChain(containers)).resolve(Int.self) == 4)
  }
}

extension XServiceLocatorTests {
  @Test("XServiceLocator: example, numbers and shapes")
  func example() throws {
    let container = try Container()
      .register(Int.self, instance: 10)
      .register(Double.self, instance: 20)
      .register((any Shape).self, instance: Circle(radius: 10))
      .register(Circle.self) { _ in Circle(radius: 20) }
      .register(Rectangle.self) { _ in Rectangle(width: 30, height: 15) }
      .register(Drawing.self, scope: .transient) { _ in
        let drawing = Drawing()
        drawing.shape = Rectangle(width: 10, height: 5)
        return drawing
      }
    #expect(try container.resolve(Int.self) == 10)
    let double: Double = try container.resolve()
    #expect(double == 20)
    let (rectangle, shape, circle, drawing): (Rectangle, any Shape, Circle, Drawing)
    rectangle = try container.resolve()
    shape = try container.resolve()
    circle = try container.resolve()
    drawing = try container.resolve()
    #expect([rectangle.name, shape.name, circle.name, drawing.shape?.name] == ["Rectangle", "Circle", "Circle", "Rectangle"])
    #expect((rectangle.width, rectangle.height) == (30.0, 15.0))
    #expect((shape as? Circle)?.radius == 10.0)
    #expect(circle.radius == 20.0)
    #expect((drawing.shape as? Rectangle)?.width == 10)

    try container.register(Double.self, instance: 30).register { r in Circle(radius: try r.resolve()) }
    #expect(try container.resolve(Circle.self).radius == 30.0)
  }

  @Test("XServiceLocator: example, dependencies and arrays")
  func chainExample() throws {
    let dependency = try Container()
      .register(Double.self, instance: 100)
      .register((any Shape).self) { _ in Rectangle(width: 10, height: 20) }
    let container = try Container(parent: dependency).register { _ in Rectangle(width: 15, height: 7.5) }
    let shape = try #require(try container.resolve((any Shape).self) as? Rectangle)
    #expect((shape.width, shape.height) == (10.0, 20.0))
    let own: Rectangle = try container.resolve()
    #expect((own.width, own.height) == (15.0, 7.5))
    #expect(try container.resolve(Double.self) == 100)

    let chain = ResolverChain([
      try Container().register(Int.self, instance: 10).register(Double.self, instance: 20),
      try Container().register(Float.self, instance: 30).register(Double.self, instance: 50),
    ])
    #expect(try chain.resolve(Int.self) == 10)
    #expect(try chain.resolve(Float.self) == 30.0)
    #expect(try chain.resolve(Double.self) == 20.0)
  }
}

// MARK: What the tests build

private protocol Shape: Sendable {
  var name: String { get }
}

private final class Circle: Shape {
  let radius: Double
  var name: String { "Circle" }

  init(radius: Double) { self.radius = radius }
}

private final class Rectangle: Shape {
  let width: Double
  let height: Double
  var name: String { "Rectangle" }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

private final class Canvas: Sendable {
  let shape: any Shape

  init(shape: any Shape) { self.shape = shape }
}

private final class Drawing {
  var title = ""
  var shape: (any Shape)?
}

private struct Point: Equatable {
  let x: Int
  let y: Int
}

private enum Side: Equatable {
  case left
  case right
}

private struct Stack<Element> {
  var items: [Element]
}

private struct CircleFactory: ServiceFactory {
  let ledger: Ledger

  func make(_ resolver: FactoryResolver) throws -> Circle {
    _ = ledger.begin("circle")
    return Circle(radius: try resolver.resolve())
  }
}

private struct DrawingFactory: ServiceFactory {
  let title: String

  func make(_ resolver: FactoryResolver) throws -> Drawing {
    let drawing = Drawing()
    drawing.title = title
    drawing.shape = try resolver.resolve(Circle.self)
    return drawing
  }
}

private struct Refusal: Error, Equatable {
  let build: Int
}

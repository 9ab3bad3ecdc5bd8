import Holdfast
import Testing

@Suite("Parent and child containers")
struct ParentTests {
  @Test("What is found in a parent is built and kept there")
  func owning() throws {
    let (parent, ledger) = (Container(), Ledger())
    let children = [Container(parent: parent), Container(parent: parent)]
    try parent.register(Plan("a", ledger), as: .threads)
    let part = try children[0].resolve(Part.self, named: "a")
    #expect(try children[1].resolve(Part.self, named: "a") === part)
    #expect(parent.peek(Part.self, named: "a") === part)
    #expect(children[0].peek(Part.self, named: "a") == nil, "a peek asks no parent")
    #expect(ledger.builds("a") == 1)
  }

  @Test("What a parent builds is made of the parent's registrations only")
  func ownRegistrations() throws {
    let (parent, ledger) = (Container(), Ledger())
    let child = Container(parent: parent)
    try parent.register(Plan("a", ledger, needs: ["b"]), as: .threads)
    try child.register(Part.self, named: "b", instance: Part("b", build: 99))
    let error = try failure { try child.resolve(Part.self, named: "a") }
    #expect(error.code == .notRegistered)
    #expect(error.path == keys("a", "b"))
    try parent.register(Plan("b", ledger), as: .threads)
    #expect(try child.resolve(Part.self, named: "a").parts[0].build == 1)
    #expect(try child.resolve(Part.self, named: "b").build == 99)
  }

  @Test("A child's own registration shadows the parent's")
  func shadowing() throws {
    let parent = try Container { $0.register(Int.self, instance: 1).register(String.self, instance: "parent") }
    let child = try Container(parent: parent) { $0.register(Int.self, instance: 2) }
    let grandchild = Container(parent: child)
    #expect(try grandchild.resolve(Int.self) == 2)
    #expect(try grandchild.resolve(String.self) == "parent")
    #expect(try parent.resolve(Int.self) == 1)
    try grandchild.register(String.self) { r in "\(try r.resolve(Int.self))" }
    #expect(try grandchild.resolve(String.self) == "2")
    try child.unregister(Int.self)
    try grandchild.reset(String.self)
    #expect(try grandchild.resolve(String.self) == "1")
  }

  @Test("A change of the parent is seen through the child; the child changes nothing in it")
  func changes() throws {
    let parent = Container()
    let child = Container(parent: parent)
    #expect(try failure { try child.resolve(Int.self) }.code == .notRegistered)
    try parent.register(Int.self, instance: 1)
    #expect(try child.resolve(Int.self) == 1)
    #expect(try !child.unregister(Int.self))
    #expect(try !child.reset(Int.self))
    try child.resetAll()
    #expect(try child.resolve(Int.self) == 1)
    try parent.register(Int.self, instance: 2)
    #expect(try child.resolve(Int.self) == 2)
  }

  @Test("A sealed parent serves children that still change")
  func sealedParent() throws {
    let parent = try Container { $0.register(Int.self, instance: 1) }
    let child = Container(parent: parent)
    parent.seal()
    try child.register(String.self) { r in "\(try r.resolve(Int.self))" }
    #expect(try child.resolve(String.self) == "1")
    try child.register(Int.self, instance: 2)
    try child.reset(String.self)
    #expect(try child.resolve(String.self) == "2")
  }

  @Test("With await, a child finds what its parent builds asynchronously")
  func asynchronous() async throws {
    let (parent, ledger) = (Container(), Ledger())
    let child = Container(parent: parent)
    try parent.register(Plan("a", ledger), as: .tasks)
    #expect(try failure { try child.resolveNow(Part.self, named: "a") }.code == .asyncOnly)
    let part = try await child.resolve(Part.self, named: "a")
    #expect(try child.resolveNow(Part.self, named: "a") === part)
    #expect(parent.peek(Part.self, named: "a") === part)
  }
}

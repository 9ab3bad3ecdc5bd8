/// Several objects of one type, as one need, in this order: `let plugins = Several<any Plugin>(\.search, \.mail.plugin)` in a composition.
///
/// A module can offer several, which another composition joins: `Several<any Plugin>(joining: \.search.plugins, \.mail.plugins)`.
public struct SeveralObjects<Root, Element>: SharedSource {
  let requirement: Requirement<[Element]>

  private init(_ parts: [Part<Element>]) {
    requirement = Requirement(of: Root.self) { owner, gathering in
      let members = parts.map { $0.find(owner, gathering) }
      return Needed(.derived { r in try members.map { try $0.value(r) } })
    }
  }

  private init(joining parts: [Part<[Element]>]) {
    requirement = Requirement(of: Root.self) { owner, gathering in
      let members = parts.map { $0.find(owner, gathering) }
      return Needed(.derived { r in try members.flatMap { try $0.value(r) } })
    }
  }

  /// A property, whatever its type.
  private struct Part<Value>: Sendable {
    let find: @Sendable (UnsafePointer<Root>, Gathering) -> Needed<Value>

    init<S: SharedSource<Value>>(_ path: any KeyPath<Root, S> & Sendable) {
      find = { owner, gathering in gathering.needed(path, of: owner) }
    }
  }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<[Element]> { requirement.needed(gathering) }
}

// One initializer for each number of parts: Swift cannot say yet that all types of a pack are sources of one type.

extension SeveralObjects {
  /// The objects, in this order: up to six.
  public init<S1: SharedSource<Element>>(_ first: any KeyPath<Root, S1> & Sendable) {
    self.init([Part(first)])
  }

  /// Two objects.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<Element>, S2: SharedSource<Element>>(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable
  ) {
    self.init([Part(first), Part(second)])
  }

  /// Three objects.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<Element>, S2: SharedSource<Element>, S3: SharedSource<Element>>(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable
  ) {
    self.init([Part(first), Part(second), Part(third)])
  }

  /// Four objects.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<Element>, S2: SharedSource<Element>, S3: SharedSource<Element>, S4: SharedSource<Element>>(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable
  ) {
    self.init([Part(first), Part(second), Part(third), Part(fourth)])
  }

  /// Five objects.
  @_documentation(visibility: internal)
  public init<
    S1: SharedSource<Element>, S2: SharedSource<Element>, S3: SharedSource<Element>, S4: SharedSource<Element>, S5: SharedSource<Element>
  >(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable, _ fifth: any KeyPath<Root, S5> & Sendable
  ) {
    self.init([Part(first), Part(second), Part(third), Part(fourth), Part(fifth)])
  }

  /// Six objects.
  @_documentation(visibility: internal)
  public init<
    S1: SharedSource<Element>, S2: SharedSource<Element>, S3: SharedSource<Element>, S4: SharedSource<Element>, S5: SharedSource<Element>,
    S6: SharedSource<Element>
  >(
    _ first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable, _ fifth: any KeyPath<Root, S5> & Sendable, _ sixth: any KeyPath<Root, S6> & Sendable
  ) {
    self.init([Part(first), Part(second), Part(third), Part(fourth), Part(fifth), Part(sixth)])
  }

  /// The objects of several others, one after the other: up to five of them.
  public init<S1: SharedSource<[Element]>>(joining first: any KeyPath<Root, S1> & Sendable) {
    self.init(joining: [Part(first)])
  }

  /// The objects of two of them, one after the other.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<[Element]>, S2: SharedSource<[Element]>>(
    joining first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable
  ) {
    self.init(joining: [Part(first), Part(second)])
  }

  /// The objects of three of them, one after the other.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<[Element]>, S2: SharedSource<[Element]>, S3: SharedSource<[Element]>>(
    joining first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable
  ) {
    self.init(joining: [Part(first), Part(second), Part(third)])
  }

  /// The objects of four of them, one after the other.
  @_documentation(visibility: internal)
  public init<S1: SharedSource<[Element]>, S2: SharedSource<[Element]>, S3: SharedSource<[Element]>, S4: SharedSource<[Element]>>(
    joining first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable
  ) {
    self.init(joining: [Part(first), Part(second), Part(third), Part(fourth)])
  }

  /// The objects of five of them, one after the other.
  @_documentation(visibility: internal)
  public init<
    S1: SharedSource<[Element]>, S2: SharedSource<[Element]>, S3: SharedSource<[Element]>, S4: SharedSource<[Element]>,
    S5: SharedSource<[Element]>
  >(
    joining first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable, _ fifth: any KeyPath<Root, S5> & Sendable
  ) {
    self.init(joining: [Part(first), Part(second), Part(third), Part(fourth), Part(fifth)])
  }

  /// The objects of six of them, one after the other.
  @_documentation(visibility: internal)
  public init<
    S1: SharedSource<[Element]>, S2: SharedSource<[Element]>, S3: SharedSource<[Element]>, S4: SharedSource<[Element]>,
    S5: SharedSource<[Element]>, S6: SharedSource<[Element]>
  >(
    joining first: any KeyPath<Root, S1> & Sendable, _ second: any KeyPath<Root, S2> & Sendable, _ third: any KeyPath<Root, S3> & Sendable,
    _ fourth: any KeyPath<Root, S4> & Sendable, _ fifth: any KeyPath<Root, S5> & Sendable, _ sixth: any KeyPath<Root, S6> & Sendable
  ) {
    self.init(joining: [Part(first), Part(second), Part(third), Part(fourth), Part(fifth), Part(sixth)])
  }
}

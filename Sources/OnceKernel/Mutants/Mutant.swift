#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A defect that can be switched on to show that a checker finds it; exists only in builds with the `Exploration` trait.
  ///
  /// `HOLDFAST_MUTANT=name` in the environment switches one on for a whole process, whatever program it is. A program that checks many in turn
  /// sets `active` while nothing else runs.
  package struct Mutant: Sendable, Hashable {
    /// What it is called in the environment and in reports.
    package let name: String
    /// What the defective code does, in a few words.
    package let defect: String

    package init(_ name: String, _ defect: String) {
      self.name = name
      self.defect = defect
    }

    /// The part of the code it breaks; a table of mutants has at least eight in each.
    package enum Part: String, Sendable, CaseIterable {
      case cell, waitGraph, publication, asynchronous
    }

    package static func all(in part: Part) -> [Mutant] {
      switch part {
      case .cell: ofTheCell
      case .waitGraph: ofTheWaitGraph
      case .publication: ofPublication
      case .asynchronous: ofAsynchronousCode
      }
    }

    package static var all: [Mutant] { Part.allCases.flatMap { all(in: $0) } }

    /// The one that is switched on.
    // unsafe: written before the threads that read it start.
    nonisolated(unsafe) package static var active: Mutant? = named(inEnvironment: "HOLDFAST_MUTANT")

    /// Asked where the defect is.
    package var isActive: Bool { Mutant.active == self }

    private static func named(inEnvironment variable: String) -> Mutant? {
      guard let name = getenv(variable).map({ String(cString: $0) }), !name.isEmpty else { return nil }
      guard let mutant = all.first(where: { $0.name == name }) else { fatalError("\(variable): no mutant is called \(name)") }
      return mutant
    }
  }
#endif

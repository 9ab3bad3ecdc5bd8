import Holdfast

extension Regressions {
  final class One: Sendable {}

  final class Two: Sendable {}

  struct Boom: Error {}

  struct Tagged: Sendable, Equatable {
    let tag: String
  }

  /// One half of a circle; injectors set `right`.
  final class Left: @unchecked Sendable {  // unchecked: written by its injector only, before other code may look
    var right: Right?
  }

  /// The other half; weak, so that the circle can die.
  final class Right: @unchecked Sendable {  // unchecked: written by its injector only, before other code may look
    weak var left: Left?
  }

  /// Notes its name when it is disposed of.
  final class Noted: Sendable, Disposable {
    let name: String
    private let journal: Chronicle

    init(_ name: String, _ journal: Chronicle) {
      self.name = name
      self.journal = journal
    }

    func dispose() async throws { journal.note(name) }
  }

  /// An argument that tells when it is hashed; two with the same number are equal.
  final class Argument: Hashable, Sendable {
    let number: Int
    private let onHash: @Sendable () -> Void

    init(_ number: Int, onHash: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.onHash = onHash
    }

    static func == (left: Argument, right: Argument) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      onHash()
      hasher.combine(number)
    }
  }

  /// What `body` comes to: nil, or the container's code of the error.
  static func code(_ body: () throws -> Void) -> ResolutionError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ResolutionError)?.code ?? .factoryFailed
    }
  }
}

extension Regressions {
  static func code(_ body: () async throws -> Void) async -> ResolutionError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? ResolutionError)?.code ?? .factoryFailed
    }
  }
}

extension Pending {
  /// The code of the error that came out, nil if a value did, within the patience of these tests.
  func code() async throws -> ResolutionError.Code? {
    let result = try await result(within: Regressions.patience)
    return Regressions.code { _ = try result.get() }
  }
}

import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Registrations that race")
  struct RegistrationRaceTests {
    @Test("Case 48: of concurrent duplicates the last one wins", arguments: Form.allCases)
    func lastWins(_ form: Form) async throws {
      for _ in 0..<40 {
        let (container, name, start) = (Container(), Name.fresh("a"), Gate("the start"))
        let callers = (0..<6).map { index in
          ask(as: form.caller(index), after: start) {
            try container.register(Part.self, named: name, instance: Part(name, build: index))
            return try container.resolveNow(Part.self, named: name).build
          }
        }
        start.open()
        var seen: Set<Int> = []
        for caller in callers { seen.insert(try await caller.value()) }
        let last = try await ask(container, name, as: form.caller(0)).value()
        #expect(seen.contains(last.build))
        #expect(container.keys() == keys(name))
      }
    }

    @Test("Case 48: under the rejecting policy all but one of the concurrent duplicates lose", arguments: Form.allCases)
    func oneWins(_ form: Form) async throws {
      for count in Array(repeating: 2, count: 20) + Array(repeating: 6, count: 20) {
        let (container, name, start) = (Container(duplicates: .reject), Name.fresh("a"), Gate("the start"))
        let callers = (0..<count).map { index in
          ask(as: form.caller(index), after: start) {
            _ = try container.register(Part.self, named: name, instance: Part(name, build: index))
          }
        }
        start.open()
        var winners: [Int] = []
        for (index, caller) in callers.enumerated() {
          switch try await caller.result() {
          case .success: winners.append(index)
          case .failure(let error): #expect((error as? ResolutionError)?.code == .duplicate)
          }
        }
        #expect(winners == [try await ask(container, name, as: form.caller(0)).value().build])
      }
    }

    /// A writer registers two keys with the same number, again and again; a thread that reads one and then the other never sees an older one second.
    @Test("Case 49 S: a batch is registered as one step for every reader")
    func batch() async throws {
      let (container, names, isOver) = (Container(), Name.fresh(2), Gate("the writer is done"))
      let rounds = Sanitizer.isThread ? 2000 : 10_000
      let readers = (0..<3).map { reader in
        Pending.onThread {
          let order = reader == 0 ? [names[1], names[0]] : names
          while !isOver.isOpen {
            let first = container.peek(Part.self, named: order[0])?.build ?? 0
            let second = container.peek(Part.self, named: order[1])?.build ?? 0
            if second < first { return false }
          }
          return true
        }
      }
      let writer = Pending.onThread {
        defer { isOver.open() }
        for number in 1...rounds {
          try container.registerAll { batch in
            for name in names { batch.register(Part.self, named: name, instance: Part(name, build: number)) }
          }
        }
      }
      try await writer.value()
      for reader in readers { #expect(try await reader.value()) }
    }

    @Test("Case 50 S: a registration that fails half-way is invisible")
    func halfway() throws {
      let (container, names) = (Container(duplicates: .reject), Name.fresh(3))
      try container.register(Part.self, named: names[2], instance: Part(names[2]))
      let before = container.keys()
      #expect(throws: Broken(build: 7)) {
        try container.registerAll { batch in
          batch.register(Part.self, named: names[0], instance: Part(names[0]))
          throw Broken(build: 7)
        }
      }
      #expect(container.keys() == before)
      let duplicate = try failure {
        try container.registerAll { batch in
          batch.register(Part.self, named: names[0], instance: Part(names[0]))
          batch.register(Part.self, named: names[2], instance: Part(names[2], build: 9))
          batch.register(Part.self, named: names[1], instance: Part(names[1]))
        }
      }
      #expect(duplicate.code == .duplicate)
      let invalid = try failure {
        try container.registerAll { batch in
          batch.register(Part.self, named: names[0], instance: Part(names[0]))
          batch.register(Part?.self, instance: nil)
        }
      }
      #expect(invalid.code == .invalidKey)
      #expect(container.keys() == before)
      #expect(names.dropLast().allSatisfy { !container.contains(Part.self, named: $0) })
      #expect(try container.resolve(Part.self, named: names[2]).build == 1)
    }
  }
}

import Holdfast
import HoldfastStress

/// The rows about filling a container: 1,000 singletons that are built on their first resolve.
enum HoldfastRegistration {
  static var oneByOne: Work {
    RegistrationWork.work(
      make: { Container() },
      timed: { container in
        attempt {
          for number in 0..<RegistrationWork.keys {
            try container.register(Item.self, named: HoldfastKeys.names[number]) { _ in Item(number) }
          }
        }
      })
  }

  static var batch: Work {
    RegistrationWork.work(make: { Container() }, timed: { fill($0) })
  }

  static var wired: Work {
    RegistrationWork.work(
      make: { Container() },
      timed: { container in
        attempt {
          for number in 0..<RegistrationWork.keys {
            try container.register((any Reader).self, named: HoldfastKeys.names[number], .wired(LiveReader.init(clock:store:)))
          }
        }
      })
  }

  static var warmUp: Work {
    SlowItems.work(
      make: {
        let container = Container()
        attempt {
          try container.registerAll { batch in
            for number in 0..<RegistrationWork.keys {
              batch.register(Item.self, named: HoldfastKeys.names[number]) { _ in SlowItems.make(number) }
            }
          }
        }
        return container
      },
      timed: { container in
        Blocking.run {
          do { try await container.warmUp() } catch { fatalError("warming up failed while it was measured: \(error)") }
        }
      })
  }

  static func firstResolve(sealed: Bool) -> Work {
    RegistrationWork.work(
      usersBytes: RegistrationWork.usersBytes,
      make: {
        let container = Container()
        fill(container)
        if sealed { container.seal() }
        return container
      },
      timed: { container in
        attempt {
          for number in 0..<RegistrationWork.keys { BlackHole.swallow(try container.resolve(HoldfastKeys.items[number])) }
        }
      })
  }

  private static func fill(_ container: Container) {
    attempt {
      try container.registerAll { batch in
        for number in 0..<RegistrationWork.keys {
          batch.register(Item.self, named: HoldfastKeys.names[number]) { _ in Item(number) }
        }
      }
    }
  }

  @inline(__always)
  private static func attempt(_ body: () throws -> Void) {
    do { try body() } catch { fatalError("a registration failed while it was measured: \(error)") }
  }
}

import Holdfast
import HoldfastStress
import Synchronization

/// The services of the small application.
enum Harbour {
  static func container(_ defect: PlantedDefect?) throws -> Container {
    try Container { batch in
      batch.register(Tariff.self, instance: Tariff(rate: 3))
      batch.register(Diary.self) { _ in Diary() }
      registerLine(batch, defect)
      registerExchange(batch, defect)
      registerFerry(batch, defect)
      registerVisit(batch, defect)
    }
  }

  private static func registerLine(_ batch: Batch, _ defect: PlantedDefect?) {
    batch.register(
      Line.self,
      scope: .singleton(dispose: { _ in
        if defect == .throwingDisposer { throw Jam() }
        while defect == .hangingShutdown { try? await Task.sleep(for: .seconds(3_600)) }
      }),
      .async { resolver in
        let tariff = try await resolver.resolve(Tariff.self)
        if defect == .slowStartUp { try await Task.sleep(for: .milliseconds(300)) }
        return Line(tariff: tariff)
      })
    batch.register(
      Timetable.self,
      .async { resolver in
        if defect == .slowStartUp { try await Task.sleep(for: .milliseconds(200)) }
        return Timetable(line: try await resolver.resolve())
      })
  }

  private static func registerExchange(_ batch: Batch, _ defect: PlantedDefect?) {
    let isOpen = Locked(false)
    batch.register(Exchange.self) { resolver in
      // To block a thread until a task is done is what a factory must not do.
      switch defect {
      case .globalSingleton:
        let exchange = Exchange(diary: try resolver.resolve())
        return global.withLock { $0.fill(exchange) }
      case .blockingFactory: Blocking.run { _ = try? await Task.sleep(for: .milliseconds(1)) }
      case .hiddenCycle:
        let desks = resolver.provider(Desk.self)
        Blocking.run { _ = try? desks() }  // a desk needs the exchange
      case .failingRetry:
        let wasOpen = isOpen.withLock { isOpen in
          defer { isOpen = true }  // and it stays so if the diary cannot be had
          return isOpen
        }
        if wasOpen { throw Jam() }
        let exchange = Exchange(diary: try resolver.resolve())
        isOpen.withLock { $0 = false }
        return exchange
      case .sharedState:
        common.add()
        return Exchange(diary: try resolver.resolve(), notes: common)
      default: break
      }
      return Exchange(diary: try resolver.resolve())
    }
    batch.register(Desk.self) { resolver in Desk(exchange: try resolver.resolve()) }
  }

  private static func registerFerry(_ batch: Batch, _ defect: PlantedDefect?) {
    batch.register(Ferry.self) { _ in Ferry() }
    batch.register(Pilot.self) { resolver in
      let ferry = try resolver.resolve(Ferry.self)
      let pilot = Pilot(ferry: ferry)
      if defect == .leakedDelegate { ferry.board(pilot) }
      return pilot
    }
  }

  private static func registerVisit(_ batch: Batch, _ defect: PlantedDefect?) {
    batch.register(Visitor.self, scope: .scoped) { resolver in
      let visitor = Visitor()
      if defect == .captive { try resolver.resolve(Diary.self).keep(visitor) }
      return visitor
    }
    batch.register(
      Ticket.self,
      scope: .scoped(dispose: { _ in
        guard defect == .overlappingDisposer else { return }
        if printing.exchange(true, ordering: .acquiringAndReleasing) { throw Jam() }  // Both: the printer is one thread's at a time.
        try? await Task.sleep(for: .milliseconds(1))
        printing.store(false, ordering: .releasing)  // Releasing: pairs with the exchange.
      }),
      .async { resolver in Ticket(visitor: try await resolver.resolve()) })
    batch.register(Draft.self, scope: .transient) { _ in Draft() }
    batch.register(
      Page.self, scope: .transient,
      .factory(taking: Int.self) { resolver, number in
        Page(number: number, diary: try resolver.resolve())
      })
  }

  private static let global = Locked(Kept())
  private static let common = Notes()
  private static let printing = Atomic<Bool>(false)

  private struct Kept {
    var exchange: Exchange?

    mutating func fill(_ new: Exchange) -> Exchange {
      if exchange == nil { exchange = new }
      return exchange ?? new
    }
  }
}

import Holdfast
import HoldfastStress

/// Workers side by side, each under overrides of its own: each sees its own value, however deep, and the container keeps the base's.
///
/// The container makes a service, a transient ticket and, asynchronously, a report from a setting, whose owner is 0. A worker overrides the
/// setting with one that it owns, as an instance or as a factory, once or twice over, and looks at what is made from it: here, in a child
/// task, in a detached task that carries the layers along, and in one that does not, which must see the base. Others resolve from the bare
/// container.
final class Overrides: ContainerWorkload {
  static let name = "overrides"
  static let summary = "parallel tasks, each with its own overrides: each sees its own value, the container keeps the real one"
  static let acts = 8

  private let ledger: Ledger
  private let container = Container()
  private let disposals: Disposals
  private let owners = KeyState()
  private let base = KeyState()
  private let leaks = Flag()

  init(_ setting: Setting) {
    ledger = setting.ledger
    disposals = Disposals(setting.ledger)
  }

  func prepare(_ subject: any StressSubject) throws {
    if subject.defect == .leaksOverride { leaks.set() }
    let disposals = disposals
    try container.registerAll { batch in
      batch.register { _ in OwnedSetting(owner: 0) }
      batch.register(scope: .singleton(dispose: { disposals.dispose($0.tracked) })) { resolver in
        let setting = try resolver.resolve(OwnedSetting.self)
        MonotonicClock.yieldThread()
        return OwnedService(owner: setting.owner, disposals.make(key: 0))
      }
      batch.register(scope: .transient) { resolver in
        OwnedTicket(owner: try resolver.resolve(OwnedSetting.self).owner, service: try resolver.resolve())
      }
      batch.register(
        OwnedReport.self,
        .async { resolver in
          await Task.yield()
          return OwnedReport(service: try await resolver.resolve())
        })
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let owner = owners.nextNumber()
    if number > 1 {
      do {
        try container.withOverrides(
          { try self.override($0, owner: owner, asFactory: number < 5) },
          operation: {
            let mine = judge(OwnedView.now(in: container), of: owner, by: worker)
            if number == 2 { try nest(by: worker) }
            if number == 3 { judge(Blocking.run { [container] in OwnedView.now(in: container) }, of: 0, by: worker) }
            judge(OwnedView.now(in: container), of: owner, same: mine, by: worker)
          })
      } catch {
        worker.check(false, .noSurprise, "overriding failed: \(error)")
      }
    }
    judge(OwnedView.now(in: container), of: 0, by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    let owner = owners.nextNumber()
    if number > 1 {
      do {
        let mine = try await container.withOverrides(
          { try self.override($0, owner: owner, asFactory: number < 5) },
          operation: {
            let mine = judge(await OwnedView.later(in: container), of: owner, by: worker)
            if number == 2 { try nest(by: worker) }
            if number == 3 { await spread(owner, mine, by: worker) }
            judge(OwnedView.now(in: container), of: owner, same: mine, by: worker)
            return mine
          })
        worker.check(mine?.tracked.isClaimed != false, .allDisposed, "the service of owner \(owner) outlives its overrides")
      } catch {
        worker.check(false, .noSurprise, "overriding failed: \(error)")
      }
    }
    judge(await OwnedView.later(in: container), of: 0, by: worker)
  }

  func finish(_ subject: any StressSubject) {
    disposals.finish(container)
  }

  /// Looks from a child task, from a detached one that carries the overrides along, and from one that does not.
  private func spread(_ owner: UInt64, _ mine: OwnedService?, by worker: Worker) async {
    let layers = OverrideLayers.current
    async let child = OwnedView.later(in: container)
    let carrying = Task.detached { [container] in await layers.apply { await OwnedView.later(in: container) } }
    let bare = Task.detached { [container] in await OwnedView.later(in: container) }
    judge(await child, of: owner, same: mine, by: worker)
    judge(await carrying.value, of: owner, same: mine, by: worker)
    judge(await bare.value, of: 0, by: worker)
  }

  /// Overrides the overrides.
  private func nest(by worker: Worker) throws {
    let owner = owners.nextNumber()
    try container.withOverrides(
      { try self.override($0, owner: owner, asFactory: false) },
      operation: { _ = judge(OwnedView.now(in: container), of: owner, by: worker) })
  }

  private func override(_ batch: Batch, owner: UInt64, asFactory: Bool) throws {
    if leaks.isSet { try container.register(instance: OwnedSetting(owner: owner)) }
    if asFactory {
      batch.register { _ in OwnedSetting(owner: owner) }
    } else {
      batch.register(instance: OwnedSetting(owner: owner))
    }
  }

  /// Checks that all that was seen comes from one owner's setting; answers the service.
  @discardableResult
  private func judge(_ answer: Answer<OwnedView>, of owner: UInt64, same: OwnedService? = nil, by worker: Worker) -> OwnedService? {
    guard let view = worker.value(of: answer, what: "resolving for owner \(owner)") else { return nil }
    let invariant: Invariant = owner == 0 ? .baseUnharmed : .ownOverride
    worker.check(view.owners.allSatisfy { $0 == owner }, invariant, "owner \(owner) sees things of the owners \(view.owners)")
    worker.check(view.services.allSatisfy { $0 === view.service }, .oneObject, "owner \(owner) sees more than one service")
    worker.check(!view.service.tracked.isClaimed, invariant, "owner \(owner) sees a service that was disposed of")
    if owner == 0 {
      let first = base.settle(on: view.service.tracked.serial)
      worker.check(first == view.service.tracked.serial, .baseUnharmed, "service \(first) of the container has given way to another")
    } else if let same {
      worker.check(same === view.service, .oneObject, "owner \(owner) sees another service than before")
    }
    return view.service
  }
}

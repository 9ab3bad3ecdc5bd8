import Holdfast

/// What workers override: it says to whom it belongs.
struct OwnedSetting: Sendable {
  let owner: UInt64
}

/// A shared object made from the setting.
final class OwnedService: Sendable {
  let owner: UInt64
  let tracked: Tracked

  init(owner: UInt64, _ tracked: Tracked) {
    self.owner = owner
    self.tracked = tracked
  }
}

/// A transient made from the setting and the service.
struct OwnedTicket {
  let owner: UInt64
  let service: OwnedService
}

/// A shared value that is made asynchronously from the service.
struct OwnedReport: Sendable {
  let service: OwnedService
}

/// All of that, as one caller sees it at one moment.
struct OwnedView: Sendable {
  let service: OwnedService
  private let setting: OwnedSetting
  private let ticketOwner: UInt64
  private let others: [OwnedService]

  var owners: [UInt64] { [setting.owner, ticketOwner] + services.map(\.owner) }
  var services: [OwnedService] { [service] + others }

  /// What a thread sees.
  static func now(in container: Container) -> Answer<OwnedView> {
    Answer.of { () throws(ResolutionError) in
      let ticket = try container.resolve(OwnedTicket.self)
      return OwnedView(
        service: try container.resolve(), setting: try container.resolve(), ticketOwner: ticket.owner, others: [ticket.service])
    }
  }

  /// What a task sees.
  static func later(in container: Container) async -> Answer<OwnedView> {
    await Answer.of { () async throws(ResolutionError) in
      let report = try await container.resolve(OwnedReport.self)
      let ticket = try await container.resolve(OwnedTicket.self)
      return OwnedView(
        service: try await container.resolve(), setting: try await container.resolve(), ticketOwner: ticket.owner,
        others: [ticket.service, report.service])
    }
  }
}

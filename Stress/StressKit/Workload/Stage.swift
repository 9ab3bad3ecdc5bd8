/// One run of one workload: its container, its ledger and where its workers meet.
public final class Stage: Sendable {
  public let subject: any StressSubject
  public let setting: Setting
  let stop: Flag
  let gate: RoundGate

  init(subject: any StressSubject, setting: Setting, stop: Flag) {
    self.subject = subject
    self.setting = setting
    self.stop = stop
    gate = RoundGate(parties: setting.workers, stop: stop)
  }
}

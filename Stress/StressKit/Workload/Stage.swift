package import HoldfastStress

/// One run of one workload: its container, its ledger and where its workers meet.
package final class Stage: Sendable {
  package let subject: any StressSubject
  package let setting: Setting

  init(subject: any StressSubject, setting: Setting) {
    self.subject = subject
    self.setting = setting
  }

  var gate: RoundGate { setting.gate }
}

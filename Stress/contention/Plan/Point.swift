/// One row of the result: a subject in a case at one setting.
struct Point: Hashable, Sendable {
  var subject: SubjectID
  var `case`: CaseID
  /// Threads, or tasks where the case or the subject is asynchronous.
  var threads: Int
  /// Keys in play; for the cases with other registrations, their number.
  var keys: Int
  /// Reads in a hundred operations; the rest replace a registration.
  var readShare: Int

  init(_ subject: SubjectID, _ case: CaseID, threads: Int = 1, keys: Int = 1, readShare: Int = 100) {
    self.subject = subject
    self.case = `case`
    self.threads = threads
    self.keys = keys
    self.readShare = readShare
  }

  /// The same setting for another subject.
  func with(_ subject: SubjectID) -> Point {
    var point = self
    point.subject = subject
    return point
  }
}
